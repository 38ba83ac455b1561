import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { WRONG_CODES, WRONG_PASSWORDS } from '../../shared/metrics.ts';
import { TABLE } from '../table.ts';
import { type Ringing, ringBelow } from './alarms.ts';
import { businessMetric } from './money-alarms.ts';
import type { Stage } from './stage.ts';

/*
 * What all functions stand on. Each function has an alarm of its own; these are for what no single one of them shows, or
 * what would make all of them ring at once.
 */

type PlatformProps = {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  /** Functions that run one at a time on purpose: a start that waits for the last run counts as throttled. */
  readonly oneAtATime: readonly string[];
};

/** Their names, as the dashboard shows them. */
export const PLATFORM_ALARMS = {
  apiFails: 'api-fails',
  apiSlow: 'api-slow',
  guessing: 'guessing',
  reads: 'table-reads-throttled',
  writes: 'table-writes-throttled',
  throttled: 'lambda-throttled',
  concurrency: 'lambda-near-limit',
} as const;

const FIVE_MINUTES = Duration.minutes(5);

export class PlatformAlarms extends Construct {
  constructor(scope: Construct, id: string, props: PlatformProps) {
    super(scope, id);
    const { stage } = props;
    const alarms = [
      apiFails(props),
      apiSlow(props),
      guessing(stage),
      throttledTable(stage, 'Read'),
      throttledTable(stage, 'Write'),
      throttledFunctions(props),
      nearLimit(),
    ];
    for (const alarm of alarms) ringBelow(this, { stage, ...alarm });
  }
}

type Platform = Omit<Ringing, 'stage'>;

/**
 * One in twenty, of 20 or more: below that one fault would be a large share, and a function's own alarm rings for it. Twice
 * in a row, so that a deployment in which one function cannot start for a moment does not ring.
 */
function apiFails({ httpApi }: PlatformProps): Platform {
  const metric = (metricName: string) => apiMetric(httpApi, metricName, 'Sum');
  return {
    name: PLATFORM_ALARMS.apiFails,
    impact: 'At least one in twenty of the things that people do in the app fails.',
    look: 'the access log of the API: route, status and fault of each request; is it one route or all?',
    section: 'The API fails',
    metric: new MathExpression({
      expression: 'IF(FILL(requests, 0) >= 20, 100 * FILL(failed, 0) / requests, 0)',
      usingMetrics: { requests: metric('Count'), failed: metric('5xx') },
      label: 'percent failed',
      period: FIVE_MINUTES,
    }),
    from: 5,
    times: 2,
  };
}

/**
 * Five seconds for one in a hundred, of 100 or more, for a quarter of an hour: a cold start takes one or two, and a card
 * payment waits about as long for Stripe.
 */
function apiSlow({ httpApi }: PlatformProps): Platform {
  return {
    name: PLATFORM_ALARMS.apiSlow,
    impact: 'One in a hundred of the things that people do in the app takes five seconds or more.',
    look: 'the access log of the API: milliseconds of each request; is it one route, or all?',
    section: 'The API is slow',
    metric: new MathExpression({
      expression: 'IF(FILL(requests, 0) >= 100, FILL(slowest, 0), 0)',
      usingMetrics: {
        requests: apiMetric(httpApi, 'Count', 'Sum'),
        slowest: apiMetric(httpApi, 'Latency', 'p99'),
      },
      label: 'milliseconds, p99',
      period: FIVE_MINUTES,
    }),
    from: 5_000,
    times: 3,
  };
}

/**
 * The alarm on guessing: 300 wrong codes or passwords in an hour over all accounts. It notices an attacker who stays below
 * the limits of each account by trying many. At this pace, guessing one code of a million takes about four months.
 */
function guessing(stage: Stage): Platform {
  const [codes, passwords] = [WRONG_CODES, WRONG_PASSWORDS].map((name) =>
    businessMetric(stage, name, Duration.hours(1)),
  ) as [Metric, Metric];
  return {
    name: PLATFORM_ALARMS.guessing,
    impact: 'Somebody tries codes or passwords at many accounts; a weak password may be found.',
    look: 'the access log of the API: from which addresses do authenticate, verifyOneTimeLogin and verifyPasswordReset answer 401?',
    section: 'Somebody guesses codes or passwords',
    metric: new MathExpression({
      expression: 'FILL(codes, 0) + FILL(passwords, 0)',
      usingMetrics: { codes, passwords },
      label: 'wrong tries',
      period: Duration.hours(1),
    }),
    from: 300,
  };
}

export const apiMetric = ({ apiId }: HttpApi, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiId: apiId },
    statistic,
    period: FIVE_MINUTES,
  });

/**
 * The SDK tries a throttled request again, so that a few are not felt: 50 in five minutes, twice in a row, are. A table on
 * demand throttles where one key is asked for too much, or all of it grows to the double within half an hour.
 */
function throttledTable(stage: Stage, kind: 'Read' | 'Write'): Platform {
  const does = kind === 'Read' ? 'shown' : 'saved';
  const throttled = tableAndIndexes(stage, `${kind}ThrottleEvents`);
  return {
    name: kind === 'Read' ? PLATFORM_ALARMS.reads : PLATFORM_ALARMS.writes,
    impact: `What people do is ${does} late or not at all: the table takes in less than is asked of it.`,
    look: 'the rows of the table on the dashboard: is it the table or one index, and since when?',
    section: 'The table is throttled',
    metric: new MathExpression({
      expression: Object.keys(throttled)
        .map((id) => `FILL(${id}, 0)`)
        .join(' + '),
      usingMetrics: throttled,
      label: 'throttled',
      period: FIVE_MINUTES,
    }),
    from: 50,
    times: 2,
  };
}

/** A metric of the table and of each of its indexes, by a short name. */
export function tableAndIndexes({ data }: Stage, metricName: string): Record<string, Metric> {
  const metric = (index: string | undefined) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: {
        TableName: data.table.tableName,
        ...(index && { GlobalSecondaryIndexName: index }),
      },
      statistic: 'Sum',
      period: FIVE_MINUTES,
      label: index ?? 'table',
    });
  const indexes = TABLE.indexes.map(({ name }) => [name, metric(name)] as const);
  return Object.fromEntries([['table', metric(undefined)] as const, ...indexes]);
}

/**
 * Ten starts in five minutes: whoever was turned away in the app saw an error each time. Counted in the whole account,
 * which is what the limit is of, less what waits for its own last run on purpose.
 */
function throttledFunctions({ stage, oneAtATime }: PlatformProps): Platform {
  const throttles = (name?: string) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Throttles',
      ...(name && { dimensionsMap: { FunctionName: stage.nameOf(name) } }),
      statistic: 'Sum',
      period: FIVE_MINUTES,
    });
  const own = oneAtATime.map((name, at) => [`own${at}`, throttles(name)] as const);
  return {
    name: PLATFORM_ALARMS.throttled,
    impact:
      'People are turned away with an error: Lambda starts no more functions at once in this account.',
    look: 'Lambda at the dashboard: which function takes all of it, and how many run at once?',
    section: 'Lambda is at its limit',
    metric: new MathExpression({
      expression: ['FILL(all, 0)', ...own.map(([id]) => `FILL(${id}, 0)`)].join(' - '),
      usingMetrics: { all: throttles(), ...Object.fromEntries(own) },
      label: 'throttled',
      period: FIVE_MINUTES,
    }),
    from: 10,
  };
}

/** Four fifths: the rest is what a good minute adds, and raising the limit takes AWS hours to days. */
function nearLimit(): Platform {
  return {
    name: PLATFORM_ALARMS.concurrency,
    impact: 'Nobody is turned away yet: four fifths of the functions that may run at once do.',
    look: 'Lambda at the dashboard: is it one function, or simply more people?',
    section: 'Lambda is at its limit',
    metric: new MathExpression({
      // The account's own limit, whatever it was raised to.
      expression: '100 * running / SERVICE_QUOTA(running)',
      usingMetrics: { running: runningAtOnce() },
      label: 'percent of the limit',
      period: FIVE_MINUTES,
    }),
    from: 80,
    times: 2,
  };
}

/** Functions of the account that run at once, as Service Quotas counts them. */
export const runningAtOnce = (): Metric =>
  new Metric({
    namespace: 'AWS/Usage',
    metricName: 'ResourceCount',
    dimensionsMap: {
      Type: 'Resource',
      Service: 'Lambda',
      Resource: 'ConcurrentExecutions',
      Class: 'None',
    },
    statistic: 'Maximum',
    period: FIVE_MINUTES,
  });
