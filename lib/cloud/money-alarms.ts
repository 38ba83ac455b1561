import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import {
  countOf,
  METRIC_SERVICE,
  metricNamespace,
  PAYOUTS_LATE,
  RECONCILE_DIFFERENCES,
  RECONCILE_LAG,
} from '../../shared/metrics.ts';
import { orZero, type Ringing, ringBelow } from './alarms.ts';
import type { Stage } from './stage.ts';

type Figure = Pick<Ringing, 'name' | 'impact' | 'look' | 'section' | 'from'> & {
  readonly metricName: string;
  /** How long one figure rings. */
  readonly period: Duration;
};

/** What a person has to decide about money. None of them comes often enough to be got used to: the first one rings. */
const FIGURES: readonly Figure[] = [
  {
    metricName: RECONCILE_DIFFERENCES,
    name: 'reconcile-differences',
    impact: 'The ledger and Stripe differ: somebody may be owed another amount than they are told.',
    look: 'the log of reconcileLedger: each difference is a line "the ledger and the provider differ", with its account, its conversationId, invoiceId or userId and period, and by how many cents the ledger is too high',
    section: 'The ledger and Stripe differ',
    // Each run finds what was booked since the one before it: long enough to be read.
    period: Duration.days(1),
  },
  {
    metricName: RECONCILE_LAG,
    name: 'reconcile-late',
    impact:
      'For six hours nobody has compared the ledger with Stripe: a difference would stay unseen.',
    look: 'the log of reconcileLedger: how far does each run come ("until"), and does it end or is it stopped?',
    section: 'The comparison with Stripe is late',
    period: Duration.hours(1),
    from: 6 * 60,
  },
  {
    metricName: countOf('refund.failed'),
    name: 'refund-failed',
    impact: 'A sender was to have their money back, and it cannot go back to their card.',
    look: 'Payments at Stripe: the metadata of the payment names the conversation; it has a refund that failed, or a dispute that was lost for a part of it',
    section: 'A refund failed for good',
    period: Duration.minutes(5),
  },
  {
    metricName: countOf('dispute.opened'),
    name: 'dispute-opened',
    impact:
      'The bank of a sender asks for the money of an answered message, and decides for them if nobody speaks.',
    look: 'Disputes at Stripe, which has it with the day until which an answer is taken',
    section: 'A dispute was opened',
    period: Duration.minutes(5),
  },
  {
    metricName: countOf('payout.held'),
    name: 'payout-held',
    impact:
      'The first payout of somebody looks like cashing out a stolen card, and waits for a check for at most 30 days.',
    look: 'npm run ops -- held lists who is held and why; npm run ops -- person shows which senders paid them',
    section: 'A payout is held for a check',
    period: Duration.minutes(5),
  },
  {
    metricName: countOf('money.lost'),
    name: 'money-lost',
    impact: 'Money that a recipient has earned is not there any more, and the platform bears it.',
    look: 'the ledger accounts platform:disputes and platform:review, which say how much; the fact money.lost names the conversation',
    section: 'Money was lost',
    period: Duration.minutes(5),
  },
  {
    metricName: PAYOUTS_LATE,
    name: 'payouts-late',
    impact: 'People were to be paid what they earned more than two hours ago, and are not.',
    look: 'the log of payOut: did it begin, and what does it say of those it could not bring on?',
    section: 'Payouts are late',
    // watchPayouts reports every hour, and on the 8th at 14:00 UTC.
    period: Duration.hours(1),
  },
];

/** Their names, as the dashboard shows them. */
export const MONEY_ALARMS: readonly string[] = FIGURES.map(({ name }) => name);

/** The alarm on nobody paying, for stages that have one. */
export const QUIET_ALARM = 'orders-quiet';

/** A figure that functions report, in a stage. */
export const businessMetric = ({ settings }: Stage, metricName: string, period: Duration): Metric =>
  new Metric({
    namespace: metricNamespace(settings.stage),
    metricName,
    dimensionsMap: { service: METRIC_SERVICE },
    statistic: 'Sum',
    period,
  });

/** Rings for figures that the functions report about money, and for silence where people should be paying. */
export class MoneyAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    for (const { metricName, period, ...figure } of FIGURES) {
      const metric = businessMetric(stage, metricName, period);
      ringBelow(this, { stage, ...figure, metric });
    }
    const { quietHours } = stage.settings;
    if (quietHours) ringWhenQuiet(this, stage, quietHours);
  }
}

/** Hour by hour, so that no single hour without an order rings and it ends with the first order after it. */
function ringWhenQuiet(scope: Construct, stage: Stage, hours: number): void {
  const paid = businessMetric(stage, countOf('conversation.paid'), Duration.hours(1));
  ringBelow(scope, {
    stage,
    name: QUIET_ALARM,
    impact: `Nobody has paid for a message in ${hours} hours: people may not be able to.`,
    look: 'the product itself: pay for a message as a sender does; then at the row "What people feel" of the dashboard',
    section: 'Nobody pays',
    metric: orZero(paid),
    below: 1,
    times: hours,
  });
}
