import * as z from 'zod/mini';
import { aws } from '#lib/operator/aws-cli.ts';
import { nameInStage } from '#lib/settings.ts';
import type { Report } from './report.ts';
import { spreadOf } from './report.ts';
import { type Run, readReportLine } from './report-lines.ts';

/* Cold starts of a deployed stage: reads them from the logs, and forces them. */

const events = z.optional(
  z.object({ events: z._default(z.array(z.object({ message: z.string() })), []) }),
);

/**
 * Returns the cold starts of each of these functions in the last `days`. A function without a cold start has no
 * entry.
 */
export function coldStarts(
  { stage, region, days, now }: { stage: string; region: string; days: number; now: number },
  functions: readonly string[],
): Report['cold'] {
  const cold: Report['cold'] = {};
  for (const name of functions) {
    const answer = aws(
      'logs',
      'filter-log-events',
      '--region',
      region,
      '--log-group-name',
      `/aws/lambda/${nameInStage(stage, name)}`,
      '--filter-pattern',
      '"Init Duration"',
      '--start-time',
      String(now - days * 86_400_000),
      '--max-items',
      '200',
    );
    const runs = (events.parse(answer)?.events ?? []).flatMap(
      ({ message }) => readReportLine(message) ?? [],
    );
    const begun = runs.filter((run): run is Run & { init: number } => run.init !== undefined);
    if (begun.length > 0)
      cold[name] = {
        init: spreadOf(begun.map(({ init }) => init)),
        first: spreadOf(begun.map(({ init, duration }) => init + duration)),
        megabytesUsed: Math.max(...begun.map(({ megabytesUsed }) => megabytesUsed)),
      };
  }
  return cold;
}

const configuration = z.object({ Description: z._default(z.string(), '') });

/**
 * Forces a cold start at the next call of a function. Every change of a function's configuration replaces its
 * environments, so this appends to the description and then restores it. Do not use it in production: users would
 * wait for the cold starts.
 */
export function forceColdStart(stage: string, region: string, name: string): void {
  const of = ['--function-name', nameInStage(stage, name), '--region', region];
  const { Description: description } = configuration.parse(
    aws('lambda', 'get-function-configuration', ...of),
  );
  for (const text of [`${description.slice(0, 255)}.`, description]) {
    aws('lambda', 'update-function-configuration', ...of, '--description', text);
    aws('lambda', 'wait', 'function-updated-v2', ...of);
  }
}
