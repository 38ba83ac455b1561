import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { systemFunctions } from '../../shared/api/system-functions.ts';
import { type AlarmProps, createChildAlarm } from './alarms.ts';
import type { LiveApi } from './live-api.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

const { authorizeLive } = systemFunctions;

/** The function that authorizes connections and subscriptions, and the alarms of the Event API. */
export class LiveAccess extends Construct {
  constructor(scope: Construct, id: string, { stage, code }: { stage: Stage; code: Code }) {
    super(scope, id);
    const authorizer = new ProductFunction(this, {
      stage,
      code,
      definition: authorizeLive,
      file: authorizeLive.file,
      impact: 'Nobody can connect to live hints; open screens poll instead.',
      timeout: Duration.seconds(10),
    });
    authorizer.lambda.addPermission('AppSync', {
      principal: new ServicePrincipal('appsync.amazonaws.com'),
      sourceArn: stage.live.arn,
    });
    for (const alarm of [publishing(stage), connecting(stage)])
      createChildAlarm(this, { stage, ...alarm });
  }
}

/** The names of the alarms. */
export const LIVE_ALARMS = {
  publishing: 'live-publishing',
  connecting: 'live-connecting',
} as const;

type LiveAlarm = Omit<AlarmProps, 'stage'>;

/** 5% of at least 100 requests to publish, for ten minutes: a lost hint costs nothing. */
function publishing({ live }: Stage): LiveAlarm {
  const metric = (name: string) => liveMetric(live, name);
  return {
    name: LIVE_ALARMS.publishing,
    impact: 'Open screens get no live hints; they ask for what is new once a minute.',
    look: 'the metrics of the Event API, and the log of publishHints for hints that were not published',
    section: 'Live hints fail',
    metric: share('requests', 'refused + failed', {
      requests: metric('Requests'),
      refused: metric('4XXError'),
      failed: metric('5XXError'),
    }),
    from: 5,
    times: 2,
  };
}

/** 20% of at least 100 connections, for ten minutes. Connections above the quota of the account are refused too. */
function connecting({ live }: Stage): LiveAlarm {
  const metric = (name: string) => liveMetric(live, name);
  return {
    name: LIVE_ALARMS.connecting,
    impact: 'Browsers cannot connect to live hints; open screens poll instead, which costs more.',
    look: 'the metrics of the Event API (ConnectClientError, ConnectServerError), its quotas, and the log of authorizeLive',
    section: 'Live hints fail',
    metric: share('connected + refused + failed', 'refused + failed', {
      connected: metric('ConnectSuccess'),
      refused: metric('ConnectClientError'),
      failed: metric('ConnectServerError'),
    }),
    from: 20,
    times: 2,
  };
}

/** The percentage of a part, or 0 while there are fewer than 100 in all. */
const share = (all: string, part: string, usingMetrics: Record<string, Metric>) => {
  const filled = (sum: string) => sum.replaceAll(/\w+/g, 'FILL($&, 0)');
  return new MathExpression({
    expression: `IF(${filled(all)} >= 100, 100 * (${filled(part)}) / (${filled(all)}), 0)`,
    usingMetrics,
    label: 'percent failed',
    period: Duration.minutes(5),
  });
};

/** https://docs.aws.amazon.com/appsync/latest/eventapi/cw-metrics.html */
const liveMetric = ({ id }: LiveApi, metricName: string) =>
  new Metric({
    namespace: 'AWS/AppSync',
    metricName,
    dimensionsMap: { EventAPIId: id },
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
