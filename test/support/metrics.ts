import { jest } from '@jest/globals';
import { DOMAIN_EVENT_TYPES, type DomainEventType } from '#shared/domain-events.ts';
import {
  CONFIRMED_TEXT_CENTS,
  centsOf,
  countOf,
  EVENT_TEXTS_UNSENT,
  METRIC_SERVICE,
  metricNamespace,
  NEW_NUMBER_TEXT_CENTS,
  PAYOUTS_LATE,
  RECONCILE_DIFFERENCES,
  RECONCILE_LAG,
  WRONG_CODES,
  WRONG_PASSWORDS,
} from '#shared/metrics.ts';
import { ENDING_EVENTS } from '#shared/rules/conversations/conversations.ts';

/* The business metrics: those that exist, and those that functions printed for CloudWatch. */

/** Events whose metric includes an amount. */
const WITH_AMOUNT: readonly DomainEventType[] = [
  'conversation.paid',
  'conversation.charged',
  'conversation.answered',
  ...ENDING_EVENTS,
  // For a partial refund by staff.
  'conversation.givenBack',
  'money.lost',
  'refund.failed',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'referral.earned',
  'referral.takenBack',
  'plan.charged',
  'payout.paid',
  'payout.waiting',
  'payout.failed',
];

/** Every metric that functions report. */
export const METRICS: readonly string[] = [
  ...DOMAIN_EVENT_TYPES.map(countOf),
  ...WITH_AMOUNT.map(centsOf),
  PAYOUTS_LATE,
  RECONCILE_DIFFERENCES,
  RECONCILE_LAG,
  NEW_NUMBER_TEXT_CENTS,
  CONFIRMED_TEXT_CENTS,
  EVENT_TEXTS_UNSENT,
  WRONG_CODES,
  WRONG_PASSWORDS,
].sort();

type Line = {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
  readonly [field: string]: unknown;
};

/**
 * Runs `run` and returns the metrics that its functions printed in CloudWatch's embedded format: the values of the
 * stage `test`, under the dimension that the alarms use. Rethrows the error of `run` unless `fails` is set.
 */
export async function printedMetrics(
  run: () => Promise<unknown>,
  { fails = false } = {},
): Promise<Readonly<Record<string, number>>> {
  const lines: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  try {
    await run();
  } catch (fault) {
    if (!fails) throw fault;
  } finally {
    write.mockRestore();
  }
  const printed: Record<string, number> = {};
  for (const line of lines.filter((text) => text.includes('"_aws"')).map(parsed))
    for (const { Namespace, Dimensions, Metrics } of line._aws?.CloudWatchMetrics ?? []) {
      if (Namespace !== metricNamespace('test')) continue;
      if (line.service !== METRIC_SERVICE || String(Dimensions) !== 'service') continue;
      for (const { Name } of Metrics) printed[Name] = (printed[Name] ?? 0) + Number(line[Name]);
    }
  return printed;
}

const parsed = (line: string): Line => JSON.parse(line);
