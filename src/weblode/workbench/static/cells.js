// Cells of a grid: the slots that they fill, and slots as the address has them.

// What the layout of a table is called.
export const WHERE = {
  none: "no headers",
  column: "headers above",
  row: "headers beside",
  "row-column": "headers above and beside",
  "multi-column": "headers above, again and again",
  "multi-row": "headers beside, again and again",
  "multi-row-column": "headers above and beside, again and again",
};

/** The slots that a cell fills, as "row.column". */
export const slotsOf = ({ r, c, down, across }) =>
  Array.from({ length: down * across }, (_, i) => `${r + Math.floor(i / across)}.${c + (i % across)}`);

/** Cells "row.column" as the address has them: ranges of columns, then of rows with the same: 0.0-3,1-9.0. */
export function compact(cells) {
  const rows = new Map();
  for (const cell of cells) {
    const [r, c] = cell.split(".").map(Number);
    if (!rows.has(r)) rows.set(r, []);
    rows.get(r).push(c);
  }
  const runs = []; // [first row, last row, columns]
  for (const r of [...rows.keys()].sort((a, b) => a - b)) {
    const columns = ranges(rows.get(r));
    const before = runs.at(-1);
    if (before && before[1] === r - 1 && before[2].join() === columns.join()) before[1] = r;
    else runs.push([r, r, columns]);
  }
  return runs
    .flatMap(([first, last, columns]) =>
      columns.map((range) => `${first === last ? first : `${first}-${last}`}.${range}`),
    )
    .join(",");
}

function ranges(numbers) {
  const found = [];
  for (const n of numbers.sort((a, b) => a - b)) {
    if (found.length && found.at(-1)[1] === n - 1) found.at(-1)[1] = n;
    else found.push([n, n]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
}
