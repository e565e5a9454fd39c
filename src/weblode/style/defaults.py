"""The default style of browsers by tag, before any style of the page, for the properties we read.

After the HTML standard, "Rendering"; form controls and fixed-width text are as in Chromium.
"""

from weblode.style.declarations import GONE, INITIAL, ITALIC, SIZE, SIZES, STEP, UPPER, WEIGHT, Value
from weblode.tags import NUMBERS

Ops = tuple[Value | None, ...]  # the declared value of each property, None for none


def _rules() -> dict[str, dict[int, Value]]:
    control: dict[int, Value] = {WEIGHT: 400, ITALIC: False, SIZE: ("px", 13.3333), UPPER: False}
    rules: list[tuple[str, dict[int, Value]]] = [
        ("b strong", {WEIGHT: "bolder"}),
        ("th h4 optgroup", {WEIGHT: 700}),
        ("option", {WEIGHT: 400}),
        ("i em cite dfn var address", {ITALIC: True}),
        ("small sub sup", {SIZE: ("em", 1 / STEP)}),
        ("big", {SIZE: ("em", STEP)}),
        ("rt", {SIZE: ("em", 0.5)}),
        ("code kbd samp tt pre listing xmp plaintext", {SIZE: ("fixed", 13 / 16)}),
        ("button select textarea input", control),
        ("head title noembed noframes datalist rp dialog area base basefont link meta param", {GONE: True}),
    ]
    rules += [(name, {WEIGHT: 700, SIZE: ("em", size)}) for name, size in _HEADINGS]
    return {name: ops for names, ops in rules for name in names.split()}


_HEADINGS = (("h1", 2.0), ("h2", 1.5), ("h3", 1.17), ("h5", 0.83), ("h6", 0.67))
NOTHING: Ops = (None,) * len(INITIAL)
BY_TAG: dict[int, Ops] = {
    NUMBERS[name]: tuple(ops.get(p) for p in range(len(INITIAL))) for name, ops in _rules().items()
}
# In quirks mode a table does not inherit the font of its parent (HTML standard, "The page").
QUIRKS = {**BY_TAG, NUMBERS["table"]: (*INITIAL[:3], None, None, None)}
_FONT_SIZES = tuple(SIZES.values())[1:]


def font_size(value: bytes) -> Value | None:
    """The value of `<font size=...>` (HTML standard, "rules for parsing a legacy font size")."""
    text = value.strip(b" \t\r\n\f")
    sign, digits = (text[:1], text[1:]) if text[:1] in (b"+", b"-") else (b"", text)
    digits = digits[: len(digits) - len(digits.lstrip(b"0123456789"))][:9]
    if not digits:
        return None
    number = int(digits) + 3 if sign == b"+" else 3 - int(digits) if sign == b"-" else int(digits)
    return ("keyword", _FONT_SIZES[min(max(number, 1), 7) - 1])
