"""A Python program that applies a rule, as a start for users who continue in Python."""

_PROGRAM = '''"""Records of pages as tables, by a rule of weblode: python THIS_FILE [PAGE...]"""

import sys

import weblode
from weblode import formats, terminal
from weblode.records.nested_tables import all_tables, table_name

RULE = {rule}
PAGES = sys.argv[1:] or [{page}]  # files, folders, addresses, WARC archives
OUTPUT = "records.csv"  # or .tsv, .jsonl, .parquet, .xlsx, .db; lists inside the records are in files beside it

rule = weblode.Rule.load(RULE)
lists = []
failed = 0
for tree in weblode.trees(PAGES):
    try:
        if isinstance(tree, weblode.Unread):
            raise tree.error
        lists.append(rule.apply(tree))
    except weblode.WeblodeError as error:  # a page that fails does not lose the others
        print(terminal.escaped(str(error)), file=sys.stderr)
        failed += 1
with formats.writer(OUTPUT) as out:
    for names, table in all_tables(lists).items():
        part = out.child(table_name(names), table_name(names[:-1])) if names else out
        part.add(table)
        print(f"{{OUTPUT}}: {{len(table)}} {{terminal.escaped(table_name(names)) or 'records'}}")
sys.exit(1 if failed else 0)
'''


def snippet(rule_path: str, page: str) -> str:
    """A Python program that writes the records of pages as CSV by the rule in a file; without arguments, of `page`.

    It writes what `weblode apply -o records.csv` writes.
    """
    return _PROGRAM.format(rule=ascii(rule_path), page=ascii(page))
