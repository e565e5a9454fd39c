"""A Python program that applies a rule, as a start for users who continue in Python."""

_PROGRAM = '''"""Records of pages as CSV, by a rule of weblode: python THIS_FILE [PAGE...] > records.csv"""

import sys

import weblode
from weblode import formats, terminal
from weblode.records.fields import as_table, merged
from weblode.records.nested_tables import nested_lists, table_name

RULE = {rule}
PAGES = sys.argv[1:] or [{page}]  # files, folders, addresses, WARC archives

rule = weblode.Rule.load(RULE)
tables = []
nested = {{}}
failed = 0
for tree in weblode.trees(PAGES):
    try:
        if isinstance(tree, weblode.Unread):
            raise tree.error
        records = rule.apply(tree)
    except weblode.WeblodeError as error:  # a page that fails does not lose the others
        print(terminal.escaped(str(error)), file=sys.stderr)
        failed += 1
        continue
    tables.append(as_table(tree.page, records.records, records.fields, page_url=records.page_url))
    nested |= dict.fromkeys(table_name(names) for names, _ in nested_lists(records))
if nested:
    lists = terminal.escaped(", ".join(nested))
    print(f"nested lists are left out: {{lists}}; weblode apply RULE PAGE -o records.csv writes them", file=sys.stderr)
formats.write(merged(tables), sys.stdout.buffer, "csv")
sys.exit(1 if failed else 0)
'''


def snippet(rule_path: str, page: str) -> str:
    """A Python program that writes the records of pages as CSV by the rule in a file; without arguments, of `page`.

    Its output is that of `weblode apply --format csv`, which has no nested lists either.
    """
    return _PROGRAM.format(rule=ascii(rule_path), page=ascii(page))
