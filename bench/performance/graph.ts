/* Graphs of growth as SVG: a logarithmic axis of sizes, and a line for each measured quantity. */

type Point = { readonly size: number; readonly value: number };

/** A line of a graph; after `computedAfter` its points are computed, and it is dashed. */
export type Line = {
  readonly name: string;
  readonly points: readonly Point[];
  readonly computedAfter?: number;
};

export type Graph = {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
};

const [WIDTH, HEIGHT] = [640, 300];
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 170, 40, 40];
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Colors that also differ in lightness, for light and dark paper. */
const COLORS = ['#2e5fa3', '#c4312b', '#1f7a4d', '#8f6200', '#6b5b95'];

const count = (value: number) =>
  value >= 1_000_000 ? `${value / 1_000_000} million` : value.toLocaleString('en-US');
const coordinate = (value: number) => String(Math.round(value * 10) / 10);

const xOf = (size: number) =>
  LEFT +
  ((WIDTH - LEFT - RIGHT) * Math.log10(size / (SIZES[0] ?? 1))) /
    Math.log10((SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1));

/** Draws a graph as an SVG document with a text alternative. */
export function draw({ title, unit, lines }: Graph): string {
  const top = ceiling(Math.max(1, ...lines.flatMap(({ points }) => points.map((p) => p.value))));
  const yOf = (value: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
  const levels = [0, top / 2, top];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffdf8"/>`,
    `<text x="16" y="22" font-size="14" font-weight="600" fill="#16233b">${title} (${unit})</text>`,
    '<g stroke="#e3dac8">',
    ...levels.map((level) => {
      const y = coordinate(yOf(level));
      return `<path d="M${LEFT} ${y}H${WIDTH - RIGHT}"/>`;
    }),
    ...SIZES.map((size) => `<path d="M${coordinate(xOf(size))} ${TOP}V${HEIGHT - BOTTOM}"/>`),
    '</g>',
    '<g fill="#5b6577">',
    ...levels.map(
      (level) =>
        `<text x="${LEFT - 8}" y="${coordinate(yOf(level) + 4)}" text-anchor="end">${count(level)}</text>`,
    ),
    ...SIZES.map(
      (size) =>
        `<text x="${coordinate(xOf(size))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${count(size)}</text>`,
    ),
    '</g>',
    ...labelled(lines, yOf),
    '</svg>',
    '',
  ].join('\n');
}

/** Draws the lines, each with its name at its end; names that would overlap are moved down. */
function labelled(lines: readonly Line[], yOf: (value: number) => number): string[] {
  let free = TOP;
  return lines
    .map((line, nth) => ({ ...line, color: COLORS[nth % COLORS.length], end: line.points.at(-1) }))
    .filter(({ end }) => end !== undefined)
    .sort((a, b) => (b.end?.value ?? 0) - (a.end?.value ?? 0))
    .flatMap(({ name, points, color, end, computedAfter = Number.POSITIVE_INFINITY }) => {
      const path = (some: readonly Point[], dashes = '') =>
        `<path d="M${some.map(({ size, value }) => `${coordinate(xOf(size))} ${coordinate(yOf(value))}`).join('L')}" fill="none" stroke="${color}" stroke-width="2"${dashes}/>`;
      const y = Math.max(free, yOf(end?.value ?? 0));
      free = y + 16;
      return [
        path(points.filter(({ size }) => size <= computedAfter)),
        path(
          points.filter(({ size }) => size >= computedAfter),
          ' stroke-dasharray="5 4"',
        ),
        `<text x="${WIDTH - RIGHT + 10}" y="${coordinate(y + 4)}" fill="${color}">${name}: ${count(Math.round((end?.value ?? 0) * 10) / 10)}</text>`,
      ].filter((element) => !element.startsWith('<path d="M"'));
    });
}

/** The next higher value of the series 1, 2, 4, 5, 10, 20, … */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 5, 10].find((step) => step * power >= value) ?? 10);
}
