import * as z from 'zod';
import { aws } from '../../lib/operator/aws-cli.ts';
import { nameInStage } from '../../lib/settings.ts';
import type { Report } from './report.ts';
import { spreadOf } from './report.ts';
import { type Run, readReportLine } from './report-lines.ts';

/* What the logs of a deployed stage say about new environments. */

const events = z
  .object({ events: z.array(z.object({ message: z.string() })).default([]) })
  .optional();

/** The beginnings of each of these functions in the last days. One that never began has no line. */
export function coldStarts(
  { stage, region, days, now }: { stage: string; region: string; days: number; now: number },
  functions: readonly string[],
): Report['cold'] {
  const cold: Report['cold'] = {};
  for (const name of functions) {
    const answer = aws(
      ...['logs', 'filter-log-events', '--region', region],
      ...['--log-group-name', `/aws/lambda/${nameInStage(stage, name)}`],
      ...['--filter-pattern', '"Init Duration"', '--start-time', String(now - days * 86_400_000)],
      ...['--max-items', '200'],
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

const configuration = z.object({ Description: z.string().default('') });

/**
 * Lets the next call of a function begin in a new environment: any change of its configuration does, so its description
 * gets another end, and its own back. Not for production, where people would wait for it.
 */
export function forgetEnvironments(stage: string, region: string, name: string): void {
  const of = ['--function-name', nameInStage(stage, name), '--region', region];
  const { Description: description } = configuration.parse(
    aws('lambda', 'get-function-configuration', ...of),
  );
  for (const text of [`${description.slice(0, 255)}.`, description]) {
    aws('lambda', 'update-function-configuration', ...of, '--description', text);
    aws('lambda', 'wait', 'function-updated-v2', ...of);
  }
}
