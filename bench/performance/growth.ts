import { draw, type Line } from './graph.ts';
import { at, costCell, type Figures, groupsAt, numberAt, type Results } from './results.ts';
import { number, table } from './table.ts';

/* How costs grow with the number of conversations and of people, as a table and as graphs. */

const MILLION = 1_000_000;
const SWEPT = 10;

type Quantity = {
  readonly name: string;
  readonly part: 'growth' | 'search';
  readonly figure: string;
  /** How many items one figure is for. */
  readonly items?: number;
};

const QUANTITIES: readonly Quantity[] = [
  { name: 'first page', part: 'growth', figure: 'firstPage' },
  { name: 'page 50', part: 'growth', figure: 'page50ByCursor' },
  { name: 'search, first page', part: 'search', figure: 'commonFirst' },
  { name: 'sweep, each due', part: 'growth', figure: 'sweepOf10', items: SWEPT },
];

/** The drawings of the page, by the name of their file in docs/performance. */
export const GRAPHS: Readonly<Record<string, (results: Results) => string>> = {
  'units.svg': (results) =>
    draw({
      title: 'What an action asks of the table',
      unit: 'read and write units',
      lines: QUANTITIES.map((quantity) => toAMillion(lineOf(results, quantity, unitsOf))),
    }),
  'milliseconds.svg': (results) =>
    draw({
      title: 'How long it takes on one machine',
      unit: 'milliseconds',
      lines: QUANTITIES.map((quantity) => lineOf(results, quantity, millisecondsOf)),
    }),
};

const unitsOf = (figures: Figures) =>
  (numberAt(figures, 'reads') ?? 0) + (numberAt(figures, 'writes') ?? 0);
const millisecondsOf = (figures: Figures) => numberAt(figures, 'milliseconds') ?? 0;

function lineOf(
  { parts }: Results,
  { name, part, figure, items = 1 }: Quantity,
  measure: (figures: Figures) => number,
): Line {
  const points = groupsAt(parts[part]?.figures).flatMap(([size, figures]) => {
    const measured = at(figures, figure);
    return typeof measured === 'object'
      ? [{ size: Number(size), value: measure(measured) / items }]
      : [];
  });
  return { name, points };
}

/** Continues a line at its last value: each of these actions reads one range of one index, however long that is. */
function toAMillion(line: Line): Line {
  const last = line.points.at(-1);
  if (!last || last.size >= MILLION) return line;
  const points = [...line.points, { size: MILLION, value: last.value }];
  return { ...line, points, computedAfter: last.size };
}

/** The section on growth; undefined if nothing of it was measured. */
export function growthSection({ parts }: Results): string | undefined {
  const sizes = groupsAt(parts.growth?.figures);
  if (sizes.length === 0) return undefined;
  const cell = (figures: Figures, figure: string) => {
    const measured = at(figures, figure);
    if (typeof measured !== 'object') return '–';
    const [calls = 0, reads = 0, writes = 0] = ['calls', 'reads', 'writes'].map((name) =>
      numberAt(measured, name),
    );
    return `${costCell({ calls, reads, writes })}, ${number(numberAt(measured, 'milliseconds'))} ms`;
  };
  const search = (size: string) => {
    const figures = at(parts.search?.figures, size);
    return typeof figures === 'object' ? cell(figures, 'commonFirst') : '–';
  };
  const rows = sizes.map(([size, figures]) => [
    number(Number(size)),
    ...['firstPage', 'page50ByCursor', 'page50BySkip', 'sweepOf10'].map((figure) =>
      cell(figures, figure),
    ),
    search(size),
  ]);
  return `## From a thousand to a million

Calls · read units · write units, and the time (median of 15; one run of the sweep, with ${SWEPT} conversations due).

${table(['conversations, people', 'first page', 'page 50 by `cursor`', 'page 50 by `skip`', `sweep of ${SWEPT}`, 'search, common name'], rows)}

![Units by size](performance/units.svg)
![Milliseconds by size](performance/milliseconds.svg)

Dashed is computed, not measured: a page, the sweep and a search read one range of one index from a known place, so a million
needs as many units as the last size measured. What finding people costs at that size: [decisions/0011-people-search.md](decisions/0011-people-search.md).`;
}
