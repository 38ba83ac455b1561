import * as z from 'zod/mini';
import { aws } from '#lib/operator/aws-cli.ts';
import { nameInStage } from '#lib/settings.ts';
import type { Report } from './report.ts';

/* How far the function that publishes events is behind the table's stream, from its metric. */

const statistics = z.object({
  Datapoints: z.array(z.object({ Average: z.number(), Maximum: z.number() })),
});

/** The delay of the stream in milliseconds in the last `days`. */
export function streamDelay({
  stage,
  region,
  days,
  now,
}: {
  readonly stage: string;
  readonly region: string;
  readonly days: number;
  readonly now: number;
}): Report['stream'] {
  const { Datapoints: points } = statistics.parse(
    aws(
      'cloudwatch',
      'get-metric-statistics',
      '--region',
      region,
      '--namespace',
      'AWS/Lambda',
      '--metric-name',
      'IteratorAge',
      '--dimensions',
      `Name=FunctionName,Value=${nameInStage(stage, 'publishEvents')}`,
      '--start-time',
      new Date(now - days * 86_400_000).toISOString(),
      '--end-time',
      new Date(now).toISOString(),
      '--period',
      '3600',
      '--statistics',
      'Average',
      'Maximum',
    ),
  );
  if (points.length === 0) return { skipped: 'the stream has delivered nothing' };
  const sum = points.reduce((total, { Average: average }) => total + average, 0);
  return {
    average: Math.round(sum / points.length),
    maximum: Math.max(...points.map(({ Maximum: maximum }) => maximum)),
  };
}
