import * as z from 'zod/mini';

/* The report of `npm run bench:aws`: report.json in this form, and report.md with the same figures as a table. */

const milliseconds = z.number().check(z.nonnegative());
const spread = z.strictObject({
  count: z.int().check(z.positive()),
  p50: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
});
const units = z.strictObject({ calls: z.number(), reads: z.number(), writes: z.number() });

export const reportSchema = z.strictObject({
  stage: z.string(),
  /** When and where it was measured. The distance to CloudFront is part of every latency. */
  at: z.iso.datetime(),
  address: z.url(),
  from: z.string(),
  /** Latency of sequential calls in milliseconds as a client measures it, by operation. */
  warm: z.record(z.string(), spread),
  /** Milliseconds of a cold start and of its first response, by function; empty for the local server. */
  cold: z.record(
    z.string(),
    z.strictObject({ init: spread, first: spread, megabytesUsed: z.int() }),
  ),
  /** Milliseconds of each step of one paid conversation, or the reason why it was skipped. */
  conversation: z.union([
    z.array(z.strictObject({ step: z.string(), milliseconds })),
    z.strictObject({ skipped: z.string() }),
  ]),
  /** The capacity that the table charged for a call. */
  capacity: z.record(z.string(), units),
  /**
   * Milliseconds from a profile change until the search finds it (through stream, bus and subscriber), or the reason
   * why it was skipped.
   */
  delivery: z.union([spread, z.strictObject({ skipped: z.string() })]),
  /** Milliseconds that the stream was behind its table in three days of its metric: the mean of the hours, and the worst moment. */
  stream: z.union([
    z.strictObject({ average: milliseconds, maximum: milliseconds }),
    z.strictObject({ skipped: z.string() }),
  ]),
  /** Seconds that the clocks of the stage and of Stripe are ahead of that of the machine that measured. */
  clocks: z.union([
    z.strictObject({ stage: z.int(), stripe: z.int() }),
    z.strictObject({ skipped: z.string() }),
  ]),
});

export type Report = z.infer<typeof reportSchema>;
export type Spread = z.infer<typeof spread>;

/** Returns the percentiles of these durations. Throws if there are none. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] as number);
  if (sorted.length === 0) throw new Error('nothing was measured');
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

const spreadCells = ({ count, p50, p95, p99 }: Spread) => [count, p50, p95, p99];
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (titles: string[], rows: (string | number)[][], nothing: string) =>
  rows.length === 0
    ? [nothing]
    : [row(...titles), row(...titles.map(() => '---')), ...rows.map((cells) => row(...cells))];
const unitsCell = ({ calls, reads, writes }: z.infer<typeof units>) =>
  `${calls} · ${reads} · ${writes}`;

export function markdownOf(report: Report): string {
  const { warm, cold, conversation, capacity, delivery, stream, clocks } = report;
  return [
    `# Measured at the stage ${report.stage}`,
    '',
    `${report.at}, ${report.address}, from ${report.from}. Milliseconds.`,
    '',
    '## Warm calls',
    '',
    ...table(
      ['operation', 'calls', 'p50', 'p95', 'p99'],
      Object.entries(warm).map(([name, one]) => [name, ...spreadCells(one)]),
      'None.',
    ),
    '',
    '## Cold starts',
    '',
    ...table(
      ['function', 'cold starts', 'init p50', 'init p95', 'first call p50', 'MB used'],
      Object.entries(cold).map(([name, { init, first, megabytesUsed }]) => [
        name,
        init.count,
        init.p50,
        init.p95,
        first.p50,
        megabytesUsed,
      ]),
      'None in the logs.',
    ),
    '',
    '## A conversation',
    '',
    ...('skipped' in conversation
      ? [`Skipped: ${conversation.skipped}`]
      : table(
          ['step', 'milliseconds'],
          conversation.map(({ step, milliseconds: took }) => [step, Math.round(took)]),
          'None.',
        )),
    '',
    '## Units of the table (calls · reads · writes)',
    '',
    ...table(
      ['operation', 'charged'],
      Object.entries(capacity).map(([name, charged]) => [name, unitsCell(charged)]),
      'None.',
    ),
    '',
    '## From a change to its effect, through stream and bus',
    '',
    'skipped' in delivery
      ? `Skipped: ${delivery.skipped}`
      : `p50 ${delivery.p50}, p95 ${delivery.p95}, of ${delivery.count}`,
    '',
    '## The stream behind the table',
    '',
    'skipped' in stream
      ? `Skipped: ${stream.skipped}`
      : `On average ${stream.average}, at most ${stream.maximum}`,
    '',
    '## Clocks, in seconds ahead of this machine',
    '',
    'skipped' in clocks
      ? `Skipped: ${clocks.skipped}`
      : `The stage ${clocks.stage}, Stripe ${clocks.stripe}. Webhooks are refused from 300 apart.`,
    '',
  ].join('\n');
}
