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
} from '#shared/metrics.ts';
import { type AlarmProps, createChildAlarm, zeroIfMissing } from './alarms.ts';
import type { Stage } from './stage.ts';

type MoneyAlarm = Pick<AlarmProps, 'name' | 'impact' | 'look' | 'section' | 'from'> & {
  readonly metricName: string;
  /** The period of the metric. */
  readonly period: Duration;
};

/** Events about money that an operator must decide. They are rare, so the first one sets off the alarm. */
const ALARMS: readonly MoneyAlarm[] = [
  {
    metricName: RECONCILE_DIFFERENCES,
    name: 'reconcile-differences',
    impact: 'The ledger and Stripe differ: someone may be owed another amount than they see.',
    look: 'the log of reconcileLedger: each difference is a line "the ledger and the provider differ", with its account, its conversationId, invoiceId or userId and period, and by how many cents the ledger is too high',
    section: 'The ledger and Stripe differ',
    // Each run checks only what was booked since the previous one, so the alarm must stay active for a while.
    period: Duration.days(1),
  },
  {
    metricName: RECONCILE_LAG,
    name: 'reconcile-late',
    impact:
      'The ledger was not compared with Stripe for six hours: a difference would go unnoticed.',
    look: 'the log of reconcileLedger: how far does each run get ("until"), and does it complete or time out?',
    section: 'The comparison with Stripe is late',
    period: Duration.hours(1),
    from: 6 * 60,
  },
  {
    metricName: countOf('refund.failed'),
    name: 'refund-failed',
    impact: 'A sender is owed a refund that their card does not accept.',
    look: 'Payments at Stripe: a payment with a failed refund or a partly lost dispute; its metadata contains the conversation id',
    section: 'A refund failed for good',
    period: Duration.minutes(5),
  },
  {
    metricName: countOf('dispute.opened'),
    name: 'dispute-opened',
    impact:
      'The bank of a sender disputes the payment of an answered message. The product submits evidence; if it cannot, the dispute is lost.',
    look: 'the response to the dispute, as ops conversation shows it; Disputes at Stripe shows its deadline',
    section: 'A dispute was opened',
    period: Duration.minutes(5),
  },
  {
    metricName: countOf('payout.held'),
    name: 'payout-held',
    impact:
      'The first payout of a person looks like a cash-out of stolen cards. It is held for a check for at most 30 days.',
    look: 'the queue of payouts at the desk, with the reasons; npm run ops -- person shows who paid the person',
    section: 'A payout is held for a check',
    period: Duration.minutes(5),
  },
  {
    metricName: countOf('money.lost'),
    name: 'money-lost',
    impact: 'The platform lost money that it owes a recipient.',
    look: 'the ledger accounts platform:disputes and platform:review for the amount; the domain event money.lost contains the conversation id',
    section: 'Money was lost',
    period: Duration.minutes(5),
  },
  {
    metricName: PAYOUTS_LATE,
    name: 'payouts-late',
    impact: 'Payouts that were due more than two hours ago are not sent.',
    look: 'the log of payOut: did it start, and which payouts did it fail to send?',
    section: 'Payouts are late',
    // watchPayouts reports every hour, and on the 8th at 14:00 UTC.
    period: Duration.hours(1),
  },
];

/** The names of these alarms. */
export const MONEY_ALARMS: readonly string[] = ALARMS.map(({ name }) => name);

/** The name of the alarm on a period without a paid message. */
export const QUIET_ALARM = 'orders-quiet';

/** A business metric that functions report. */
export const businessMetric = ({ settings }: Stage, metricName: string, period: Duration): Metric =>
  new Metric({
    namespace: metricNamespace(settings.stage),
    metricName,
    dimensionsMap: { service: METRIC_SERVICE },
    statistic: 'Sum',
    period,
  });

/** The alarms on money events that functions report, and on a period without a paid message. */
export class MoneyAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    for (const { metricName, period, ...figure } of ALARMS) {
      const metric = businessMetric(stage, metricName, period);
      createChildAlarm(this, { stage, ...figure, metric });
    }
    const { quietHours } = stage.settings;
    if (quietHours) createQuietAlarm(this, stage, quietHours);
  }
}

/** Uses periods of an hour, so that the alarm ends soon after the next paid message. */
function createQuietAlarm(scope: Construct, stage: Stage, hours: number): void {
  const paid = businessMetric(stage, countOf('conversation.paid'), Duration.hours(1));
  createChildAlarm(scope, {
    stage,
    name: QUIET_ALARM,
    impact: `No one has paid for a message in ${hours} hours. Payments may be broken.`,
    look: 'the product: pay for a message as a sender. Then look at the first row of graphs on the dashboard',
    section: 'No messages are paid for',
    metric: zeroIfMissing(paid),
    below: 1,
    times: hours,
  });
}
