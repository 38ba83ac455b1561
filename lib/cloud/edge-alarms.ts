import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type AlarmProps, createChildAlarm } from './alarms.ts';
import type { Stage } from './stage.ts';

/** The names of the alarms. */
export const EDGE_ALARMS = { fails: 'edge-fails', refuses: 'edge-refuses' } as const;

type EdgeAlarmsProps = StackProps & {
  readonly stage: Stage;
  readonly distribution: IDistribution;
  /** A topic in CloudFront's region, because an alarm can only notify topics of its own region. */
  readonly topic: ITopic;
};

/**
 * The alarms on CloudFront, which must be in us-east-1, because CloudFront reports its metrics only there; and the budget of
 * the account.
 */
export class EdgeAlarmsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, distribution, topic, ...props }: EdgeAlarmsProps,
  ) {
    super(scope, id, props);
    for (const alarm of [edgeFails(distribution), edgeRefuses(distribution)])
      createChildAlarm(this, { stage, topic, ...alarm });
    const { budget } = stage.settings;
    if (budget) createBudget(this, stage, budget.monthlyDollars);
  }
}

type EdgeAlarm = Omit<AlarmProps, 'stage'>;

/** The same threshold as `api-fails` (5% of at least 20 requests, twice in a row), but measured at CloudFront. */
const edgeFails = (distribution: IDistribution): EdgeAlarm => ({
  name: EDGE_ALARMS.fails,
  impact: 'At least 5% of the requests of browsers fail: pages, pictures or API requests.',
  look: 'whether api-fails is active too. If not, it is CloudFront or a bucket: see the access log of CloudFront',
  section: 'CloudFront fails',
  metric: rateOf(distribution, '5xxErrorRate', 20),
  from: 5,
  times: 2,
});

/**
 * 40% of at least 200 requests, twice in a row. Wrong passwords and expired sessions are a few percent. A higher rate means a
 * screen that requests something missing, everyone signed out at once, or an attacker.
 */
const edgeRefuses = (distribution: IDistribution): EdgeAlarm => ({
  name: EDGE_ALARMS.refuses,
  impact:
    'At least 40% of the requests of browsers are refused: people are locked out, or someone attacks the API.',
  look: 'the access log of the API by status: 401 and 403 mean sessions or the origin key, 404 wrong paths, 429 limits',
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

/** Creates the budget of the whole account. AWS sends an email at 80% of it, and when the forecast exceeds it. */
function createBudget(stack: Stack, stage: Stage, monthlyDollars: number): void {
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
