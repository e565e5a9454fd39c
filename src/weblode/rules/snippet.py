"""A Python program that applies a rule, as a start for users who continue in Python."""

_PROGRAM = '''"""Records of pages as CSV, by a rule of weblode: python THIS_FILE [PAGE...] > records.csv"""

import sys

import weblode
from weblode import formats, terminal
from weblode.records.fields import as_table, merged

RULE = {rule}
PAGES = sys.argv[1:] or [{page}]  # files, folders, addresses, WARC archives

rule = weblode.Rule.load(RULE)
tables = []
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
formats.write(merged(tables), sys.stdout.buffer, "csv")
sys.exit(1 if failed else 0)
'''


def snippet(rule_path: str, page: str) -> str:
    """A Python program that writes the records of pages as CSV by the rule in a file; without arguments, of `page`.

    Its output is that of `weblode apply --fields --format csv`.
    """
    return _PROGRAM.format(rule=ascii(rule_path), page=ascii(page))
