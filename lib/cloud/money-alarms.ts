import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { FactType } from '../../shared/facts.ts';
import { METRIC_SERVICE, metricNamespace, RECONCILE_DIFFERENCES } from '../../shared/metrics.ts';
import { ring } from './alarms.ts';
import type { Stage } from './stage.ts';

type Figure = {
  readonly metricName: string;
  readonly name: string;
  readonly impact: string;
  readonly look: string;
  /** How long one figure rings. */
  readonly period: Duration;
};

const fact = (type: FactType) => type;

/** What a person has to decide about money, each with what to do: docs/operations.md has the whole of it. */
const FIGURES: readonly Figure[] = [
  {
    metricName: RECONCILE_DIFFERENCES,
    name: 'reconcile-differences',
    impact: 'The ledger and Stripe differ: somebody may be owed another amount than they are told.',
    look: [
      'Each difference is a line in the log of reconcileLedger: message "the ledger and the provider differ", with its account, its conversationId, invoiceId or userId and period, and by how many cents the ledger is too high.',
      'Look that id up at Stripe. What Stripe has and we do not: resend the event from its webhook page. What we have and Stripe does not: change nothing by hand, keep payouts of that person waiting, hand both to whoever keeps the code.',
      'Then start reconcileLedger once more. docs/operations.md, "The ledger and Stripe differ"',
    ].join('\n'),
    // Until the next comparison, which finds it again or does not.
    period: Duration.days(1),
  },
  {
    metricName: fact('refund.failed'),
    name: 'refund-failed',
    impact: 'A sender was to have their money back, and it cannot go back to their card.',
    look: 'At Stripe: Payments, the metadata of the payment names the conversation; it has a refund that failed, or a dispute that was lost for a part of it. Ask the sender for another way and settle it there. docs/operations.md, "A refund failed for good"',
    period: Duration.minutes(5),
  },
  {
    metricName: fact('dispute.opened'),
    name: 'dispute-opened',
    impact:
      'The bank of a sender asks for the money of an answered message, and decides for them if nobody speaks.',
    look: 'At Stripe: Disputes has it with the day until which an answer is taken. Say there what was asked and answered, with its times. docs/operations.md, "A dispute was opened"',
    period: Duration.minutes(5),
  },
  {
    metricName: fact('money.lost'),
    name: 'money-lost',
    impact: 'Money that a recipient has earned is not there any more, and the platform bears it.',
    look: 'The ledger accounts platform:disputes and platform:review say how much; the fact money.lost names the conversation. docs/operations.md, "Money was lost"',
    period: Duration.minutes(5),
  },
];

/** Their names, as the dashboard shows them. */
export const MONEY_ALARMS: readonly string[] = FIGURES.map(({ name }) => name);

/** Rings for figures that the functions report about money. */
export class MoneyAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    for (const { metricName, name, impact, look, period } of FIGURES) {
      const metric = new Metric({
        namespace: metricNamespace(stage.settings.stage),
        metricName,
        dimensionsMap: { service: METRIC_SERVICE },
        statistic: 'Sum',
        period,
      });
      ring(new Construct(this, name), { stage, name, impact }, { metric, look });
    }
  }
}
