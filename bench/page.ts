import type { Cost } from '#lib/operator/consumed-capacity.ts';
import type { Audit } from './lighthouse.ts';

/* docs/performance.md, made from bench/results.json. A part that was not measured has no section. */

export const PARTS = [
  'lighthouse',
  'javascript',
  'functions',
  'operations',
  'growth',
  'server',
] as const;
export type Part = (typeof PARTS)[number];

type Timed = Cost & { readonly milliseconds: number };
type Server = { readonly cpuMilliseconds: number; readonly p50: number };

/** The figures that each part of the benchmark prints. */
type Figures = {
  readonly lighthouse: Readonly<Record<string, Audit>>;
  /** Kilobytes by screen. */
  readonly javascript: Readonly<Record<string, number>>;
  readonly functions: Readonly<
    Record<string, { readonly kilobytes: number; readonly importMilliseconds: number }>
  >;
  readonly operations: Readonly<Record<string, Cost>>;
  readonly growth: Readonly<
    Record<
      string,
      {
        readonly firstPage: Timed;
        readonly page50ByCursor: Timed;
        readonly search: Timed;
        readonly sweepOf10: Timed;
      }
    >
  >;
  readonly server: Readonly<
    Record<string, { readonly local: Server; readonly bare: Server; readonly times: number }>
  >;
};

/** The stored results. `load`: how busy the machine was when the part began. */
export type Results = { machine: string } & {
  [P in Part]?: { readonly at: string; readonly load: number; readonly figures: Figures[P] };
};

const number = (value: number, decimals = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: decimals });
const cost = ({ calls, reads, writes }: Cost) => `${calls} · ${reads} · ${writes}`;
const timed = (figure: Timed) => `${cost(figure)}, ${number(figure.milliseconds)} ms`;

/** Returns a table in Markdown. The first line is its head. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const SECTIONS: { readonly [P in Part]: (figures: Figures[P]) => string } = {
  lighthouse: (screens) => `## Screens on a slow phone

Lighthouse's mobile preset, which simulates a slow 4G and a processor four times as slow; first visit, median of three.

${table(
  [
    'screen',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'largest paint, ms',
    'blocked, ms',
    'shift',
    'JavaScript, kB',
    'fonts, kB',
  ],
  Object.entries(screens).map(([screen, audit]) => [
    screen,
    number(audit.performance),
    number(audit.accessibility),
    number(audit.bestPractices),
    number(audit.seo),
    number(audit.lcp),
    number(audit.tbt),
    number(audit.cls, 3),
    number(audit.javascriptKilobytes),
    number(audit.fontKilobytes),
  ]),
)}

The content of the inbox and the chat is private: the app shows it after the session was refreshed. Their document has the outline of
the screen, its heading and the navigation. A document made for each person would paint sooner, but every opening would then wait for a
function in place of the cache of CloudFront, and private pages would have to stay out of every cache.

So these two do not reach a performance of 95, which was the goal. Nor can their code be 130 kB from cold: the libraries of every screen (React,
React Router, TanStack Query, zod) are 122 of it. In JavaScript Lighthouse also counts the other main screens, which the app fetches after five seconds.`,

  javascript: (screens) => `## JavaScript of a screen

Kilobytes after gzip that a screen needs, with the app itself. The landing page, a profile and the sign-in are rendered by the server and load theirs at
the first interaction.

${table(
  ['screen', 'kB'],
  Object.entries(screens).map(([screen, kilobytes]) => [screen, number(kilobytes)]),
)}`,

  functions: (functions) => {
    const plain = functions.plain?.importMilliseconds ?? Number.NaN;
    const rows = Object.entries(functions).map(([name, { kilobytes, importMilliseconds }]) => [
      name === 'plain' ? 'a plain SDK handler' : name,
      number(kilobytes),
      number(importMilliseconds, 1),
      number(importMilliseconds / plain, 2),
    ]);
    return `## What a function loads

The processor time of a fresh process on Node 24 that loads the bundle; the least of nine, in turns with a handler that has nothing but
\`@aws-sdk/lib-dynamodb\` and reads one item.

${table(['function', 'kB', 'import, ms', '× plain'], rows)}`;
  },

  operations: (operations) => `## What an operation asks of the table

Calls · read units · write units of its usual call.

${table(
  ['operation', 'cost'],
  Object.entries(operations).map(([name, measured]) => [name, cost(measured)]),
)}`,

  growth: (sizes) => `## From a thousand to a hundred thousand

Calls · read units · write units, and the time (median of 15; one run of the sweep, with 10 conversations due).

${table(
  ['conversations, people', 'first page', 'page 50', 'search, common name', 'sweep of 10'],
  Object.entries(sizes).map(([size, figures]) => [
    number(Number(size)),
    timed(figures.firstPage),
    timed(figures.page50ByCursor),
    timed(figures.search),
    timed(figures.sweepOf10),
  ]),
)}

A page, a search and the sweep read one range of one index from a known place, so a million needs as many units. What finding people costs at
that size: [decisions/0011-people-search.md](decisions/0011-people-search.md).`,

  server: (operations) => `## One machine

CPU time of a call in the whole local server (front, functions, limits, tokens, checks), beside a bare Node server that sends the same
requests to the table with the AWS SDK.

${table(
  ['operation', 'local, ms', 'bare, ms', '×'],
  Object.entries(operations).map(([name, { local, bare, times }]) => [
    name,
    number(local.cpuMilliseconds, 2),
    number(bare.cpuMilliseconds, 2),
    number(times, 2),
  ]),
)}`,
};

/** Returns the whole page. */
export function performancePage(results: Results): string {
  const measured = PARTS.flatMap((part) => results[part] ?? []);
  const loads = measured.map(({ load }) => load);
  const days = measured.map(({ at }) => at.slice(0, 10)).sort();
  const between = days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`;
  return `${[
    `# Performance

Made by \`npm run bench\` from \`bench/results.json\`: ${results.machine}, ${between}, load average ${Math.min(...loads)} to ${Math.max(...loads)}
when a part began. Units and bytes are the same on every machine, times are not. \`npm run bench -- growth\` measures one part.`,
    ...PARTS.flatMap((part) => sectionOf(part, results)),
    `Units are counted by the embedded engine as DynamoDB documents them; it charges index entries inside a transaction once. Nothing here
was measured at AWS: \`npm run bench:aws -- --stage test\` does that ([Measuring a deployed stage](operations.md#measuring-a-deployed-stage)).
In dollars: [What it costs](operations.md#what-it-costs).`,
  ].join('\n\n')}\n`;
}

function sectionOf<P extends Part>(part: P, results: Results): string[] {
  const measured = results[part];
  return measured ? [SECTIONS[part](measured.figures as Figures[P])] : [];
}
