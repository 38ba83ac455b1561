import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { WRONG_CODES, WRONG_PASSWORDS } from '#shared/metrics.ts';
import { TABLE } from '../table.ts';
import { type AlarmProps, createChildAlarm } from './alarms.ts';
import { businessMetric } from './money-alarms.ts';
import type { Stage } from './stage.ts';

/*
 * The alarms on the API, the table and Lambda as a whole. They cover failures that affect all functions, or that the alarm of
 * a single function does not detect.
 */

type PlatformProps = {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  /** Functions with a reserved concurrency of one that start often. A start that waits for the previous run counts as throttled. */
  readonly oneAtATime: readonly string[];
};

/** The names of the alarms. */
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
      tooManyGuesses(stage),
      throttledTable(stage, 'Read'),
      throttledTable(stage, 'Write'),
      throttledFunctions(props),
      nearLimit(),
    ];
    for (const alarm of alarms) createChildAlarm(this, { stage, ...alarm });
  }
}

type Platform = Omit<AlarmProps, 'stage'>;

/**
 * 5% of at least 20 requests: with fewer requests, one error would be a large share, and the alarm of the function covers
 * it. Twice in a row, so that a short failure during a deployment does not set it off.
 */
function apiFails({ httpApi }: PlatformProps): Platform {
  const metric = (metricName: string) => apiMetric(httpApi, metricName, 'Sum');
  return {
    name: PLATFORM_ALARMS.apiFails,
    impact: 'At least 5% of API requests fail.',
    look: 'the access log of the API (route, status and fault of each request): is it one route or all?',
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
 * A p99 of five seconds over at least 100 requests, for 15 minutes. A cold start, or a card payment at Stripe, takes one or
 * two seconds.
 */
function apiSlow({ httpApi }: PlatformProps): Platform {
  return {
    name: PLATFORM_ALARMS.apiSlow,
    impact: 'At least 1% of API requests take five seconds or more.',
    look: 'the access log of the API (milliseconds of each request): is it one route or all?',
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
 * 300 wrong codes or passwords in an hour over all accounts. It detects an attacker who tries many accounts and stays below
 * the limit of each. At this rate, guessing a six-digit code takes about four months.
 */
function tooManyGuesses(stage: Stage): Platform {
  const [codes, passwords] = [WRONG_CODES, WRONG_PASSWORDS].map((name) =>
    businessMetric(stage, name, Duration.hours(1)),
  ) as [Metric, Metric];
  return {
    name: PLATFORM_ALARMS.guessing,
    impact: 'Someone tries codes or passwords of many accounts, and may find a weak password.',
    look: 'the access log of the API: from which addresses do authenticate, verifyOneTimeLogin and verifyPasswordReset answer 401?',
    section: 'Someone guesses codes or passwords',
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
 * 50 throttled requests in five minutes, twice in a row; the SDK's retries hide a few. An on-demand table throttles a hot
 * key, or traffic that more than doubles within half an hour.
 */
function throttledTable(stage: Stage, kind: 'Read' | 'Write'): Platform {
  const does = kind === 'Read' ? 'shown' : 'saved';
  const throttled = tableAndIndexes(stage, `${kind}ThrottleEvents`);
  return {
    name: kind === 'Read' ? PLATFORM_ALARMS.reads : PLATFORM_ALARMS.writes,
    impact: `Data is ${does} late or not at all, because the table throttles requests.`,
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

/** A metric of the table and of each of its indexes, by their short names. */
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
 * Ten throttled invocations in five minutes, each an error for someone. Counted in the whole account, because the limit
 * applies to the account, without functions that wait for their previous run.
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
      'People get errors, because the account has reached its limit of concurrent executions.',
    look: 'Lambda on the dashboard: which function uses most of the concurrency?',
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

/** 80% of the limit, because raising the limit takes AWS hours to days. */
function nearLimit(): Platform {
  return {
    name: PLATFORM_ALARMS.concurrency,
    impact: 'No errors yet, but 80% of the allowed concurrent executions are in use.',
    look: 'Lambda on the dashboard: is it one function, or more traffic?',
    section: 'Lambda is at its limit',
    metric: new MathExpression({
      // The current quota of the account.
      expression: '100 * running / SERVICE_QUOTA(running)',
      usingMetrics: { running: concurrentExecutions() },
      label: 'percent of the limit',
      period: FIVE_MINUTES,
    }),
    from: 80,
    times: 2,
  };
}

/** The concurrent executions in the account, as Service Quotas counts them. */
export const concurrentExecutions = (): Metric =>
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
