"""Candidates for nested lists: which belong together, their names, and where each item ends."""

from records.nesting import listed, plain


def test_headings_above_lists_name_them_and_tell_them_apart():
    def part(label, items):
        return (
            f"<h4>{label}</h4><ul>{''.join(f'<li><a href=/x>{item}</a> <i>said more</i></li>' for item in items)}</ul>"
        )

    rows = [
        f"<li><h3>Rain</h3>{part('2 comments', 'ab')}{part('Offers:', 'cd')}</li>",
        f"<li><h3>Snow</h3>{part('3 comments', 'efg')}</li>",
        f"<li><h3>Wind</h3>{part('Offers:', 'hij')}</li>",
    ]
    found = listed(f"<ul>{''.join(rows)}</ul>")
    assert [(each.name, each.owners) for each in found.nested] == [
        ("comments", (0, 0, 1, 1, 1)),
        ("offers", (0, 0, 2, 2, 2)),
    ]


def test_the_header_of_a_nested_table_names_fields_and_is_no_record():
    head = "<tr><th>Party</th><th>Role</th></tr>"
    row = "<tr><td>{{}}</td><td>{}</td></tr>"
    rows = "".join(row.format(role) for role in ("plaintiff", "defendant", "witness"))
    cases = [("Smith", "Jones", "Hill"), ("Miller", "Baker", "Wood"), ("Shaw", "Price", "Lane")]
    for table in ("<table>{}{}</table>", "<table><thead>{}</thead><tbody>{}</tbody></table>"):
        html = "".join(f"<li><h3>Case {a}</h3>{table.format(head, rows.format(a, b, c))}</li>" for a, b, c in cases)
        found = listed(f"<ul>{html}</ul>")
        assert [plain(row)["lists"]["list"][1] for row in found.rows()] == [
            {"party": b, "role": "defendant"} for _, b, _ in cases
        ]
        assert [list(plain(row)) for row in found.rows()] == [["title", "lists"]] * 3
