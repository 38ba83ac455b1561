import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type Ringing, ringBelow } from './alarms.ts';
import type { Stage } from './stage.ts';

/** Their names, as the dashboard shows them. */
export const EDGE_ALARMS = { fails: 'edge-fails', refuses: 'edge-refuses' } as const;

type EdgeAlarmsProps = StackProps & {
  readonly stage: Stage;
  readonly distribution: IDistribution;
  /** Of the region of CloudFront: an alarm speaks to topics of its own region alone. */
  readonly topic: ITopic;
};

/**
 * What is watched in us-east-1 wherever the stage is: CloudFront, which reports its metrics there and nowhere else, and
 * what the account costs.
 */
export class EdgeAlarmsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, distribution, topic, ...props }: EdgeAlarmsProps,
  ) {
    super(scope, id, props);
    for (const alarm of [edgeFails(distribution), edgeRefuses(distribution)])
      ringBelow(this, { stage, topic, ...alarm });
    const { budget } = stage.settings;
    if (budget) tellOfCosts(this, stage, budget.monthlyDollars);
  }
}

type EdgeAlarm = Omit<Ringing, 'stage'>;

/** One in twenty, of 20 or more, twice in a row: as `api-fails`, seen from where people are. */
const edgeFails = (distribution: IDistribution): EdgeAlarm => ({
  name: EDGE_ALARMS.fails,
  impact: 'At least one in twenty requests of browsers fails: pages, pictures or calls.',
  look: 'whether api-fails rings too; if not, it is CloudFront or a bucket: its access log has each request',
  section: 'CloudFront fails',
  metric: rateOf(distribution, '5xxErrorRate', 20),
  from: 5,
  times: 2,
});

/**
 * Four in ten, of 200 or more, twice in a row: wrong passwords and sessions that ended are a few in a hundred. More is a
 * screen that asks for what is not there, everybody signed out at once, or somebody who tries doors.
 */
const edgeRefuses = (distribution: IDistribution): EdgeAlarm => ({
  name: EDGE_ALARMS.refuses,
  impact:
    'Four in ten requests of browsers are refused: people are shut out, or somebody tries doors.',
  look: 'the access log of the API by status: 401 and 403 are sessions or the key of CloudFront, 404 addresses, 429 limits',
  section: 'Many requests are refused',
  metric: rateOf(distribution, '4xxErrorRate', 200),
  from: 40,
  times: 2,
});

function rateOf(distribution: IDistribution, metricName: string, atLeast: number): MathExpression {
  const period = Duration.minutes(5);
  const metric = (name: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName: name,
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
      statistic,
      period,
    });
  return new MathExpression({
    expression: `IF(FILL(requests, 0) >= ${atLeast}, FILL(rate, 0), 0)`,
    usingMetrics: { requests: metric('Requests', 'Sum'), rate: metric(metricName, 'Average') },
    label: 'percent',
    period,
  });
}

/** Of the whole account, which belongs to the product alone: AWS writes at four fifths, and when more is to be expected. */
function tellOfCosts(stack: Stack, stage: Stage, monthlyDollars: number): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address: stage.settings.alarmEmail }];
  const at = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers,
  });
  new CfnBudget(stack, 'Budget', {
    budget: {
      budgetName: stage.nameOf('month'),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyDollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [at('ACTUAL', 80), at('FORECASTED', 100)],
  });
}
