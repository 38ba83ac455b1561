import { createHash } from 'node:crypto';
import { Duration, NestedStack, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { OperationSpec } from '../../shared/api/operation.ts';
import type { StageSettings } from '../settings.ts';
import { profilePagePath } from '../web-addresses.ts';
import { ring } from './alarms.ts';
import { Canary } from './canary.ts';
import { OperationFunction, route, routeKey } from './operation-function.ts';
import { acceptedKeyHashes } from './origin-keys.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import { SourceMapArchive } from './source-map-archive.ts';
import type { Stage } from './stage.ts';
import { tokenPublicKeys } from './token-keys.ts';
import { WebhookSilence } from './webhook-silence.ts';

/** The operations by area, as shared/api/index.ts lists them. */
export type Areas = Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;

type ApiProps = StackProps & {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  /** The name of the API's only stage. */
  readonly apiStageName: string;
  /** Where the web app lies. */
  readonly webBucket: IBucket;
  readonly areas: Areas;
  /** Production without its canary. */
  readonly urgent: boolean;
  /** Production for the first time. */
  readonly first: boolean;
};

/** Every operation and page behind its route, in nested stacks, since one stack holds 500 resources. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, apiStageName, webBucket, areas, urgent, first, ...props }: ApiProps,
  ) {
    super(scope, id, props);
    new SourceMapArchive(this, { stage });
    const canary = stage.settings.production
      ? new Canary(this, 'Canary', { stage, urgent })
      : undefined;
    const originKeyHashes = acceptedKeyHashes(this, stage);
    const tokenKeys = tokenPublicKeys(this, stage);
    const behindFront = { stage, httpApi, canary, originKeyHashes };
    const shelves = onShelves(areas).flatMap((operations, at) => {
      // A stack without anything in it is no stack.
      if (operations.length === 0) return [];
      const id = `operations${at + 1}`;
      return [new OperationsStack(this, id, { ...behindFront, tokenKeys, operations })];
    });
    const webhooks = new WebhooksStack(this, 'webhooks', behindFront);
    const pages = new PagesStack(this, 'pages', { stage, httpApi, webBucket, canary });
    // A canary waits five minutes in each nested stack, and there is none to wait for where everything is new.
    if (!canary || first) oneAfterTheOther([...shelves, webhooks, pages]);
    const live = liveStage(this, { stage, httpApi, apiStageName, areas });
    // A route must exist before the stage can throttle it.
    live.node.addDependency(...shelves, webhooks, pages);
  }
}

/**
 * Some ninety functions, roles and routes made at once are more calls a second than IAM, Lambda and API Gateway take from an
 * account (API Gateway: ten), and what is turned away for too long rolls the whole stack back.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
function oneAfterTheOther(stacks: readonly NestedStack[]): void {
  for (const [at, stack] of stacks.entries()) {
    const before = stacks[at - 1];
    if (before) stack.addStackDependency(before);
  }
}

type PlacedOperation = { readonly area: string; readonly definition: OperationSpec };

/** Room for about two hundred operations. Another number would move nearly all of them. */
const SHELVES = 6;

/**
 * The operations of each nested stack. Which one follows from an operation's name and not from its area, which is the
 * folder of its file: a function that moved from one stack to another would be made there, under a name that is still
 * taken here, and the deployment would stop.
 */
function onShelves(areas: Areas): readonly (readonly PlacedOperation[])[] {
  const shelves = Array.from({ length: SHELVES }, (): PlacedOperation[] => []);
  for (const [area, operations] of Object.entries(areas))
    for (const definition of Object.values(operations))
      shelves[shelfOf(definition.name)]?.push({ area, definition });
  return shelves;
}

const shelfOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % SHELVES;

type NestedProps = Pick<ApiProps, 'stage' | 'httpApi'> & { readonly canary: Canary | undefined };
type BehindFront = NestedProps & { readonly originKeyHashes: string };

class OperationsStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    props: BehindFront & {
      readonly tokenKeys: string;
      readonly operations: readonly PlacedOperation[];
    },
  ) {
    super(scope, id, { description: 'Operations' });
    const code: Code = props.stage.code();
    for (const operation of props.operations)
      new OperationFunction(this, { ...props, ...operation, code });
  }
}

const STRIPE_WEBHOOK = 'POST /webhooks/stripe';

/** What other companies call. They sign what they send; the function checks it before it reads it. */
class WebhooksStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, canary, originKeyHashes }: BehindFront,
  ) {
    super(scope, id, { description: 'Webhooks' });
    const webhook = new ProductFunction(this, {
      stage,
      code: stage.code(),
      name: 'stripeWebhook',
      bundle: 'webhooks/stripe',
      impact:
        'News from Stripe is late: payments that a bank wanted confirmed settle by the sweep. Stripe tries again for three days.',
      uses: ['table.write', 'payments', 'subscriptions', 'webhookSecrets'],
      timeout: Duration.seconds(25),
      environment: { ORIGIN_KEY_HASHES: originKeyHashes },
    });
    new WebhookSilence(this, 'Silence', { stage, webhook });
    const openBecause = 'Stripe signs each call.';
    route(webhook, { httpApi, canary, key: STRIPE_WEBHOOK, openBecause });
  }
}

/** Addresses of the web app whose document depends on them. CloudFront sends them here (edge.ts). */
class PagesStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, webBucket, canary }: NestedProps & Pick<ApiProps, 'webBucket'>,
  ) {
    super(scope, id, { description: 'Pages' });
    const page = new ProductFunction(this, {
      stage,
      code: stage.code(),
      name: 'profilePage',
      bundle: 'pages/profile',
      impact: 'Links to profiles show no preview or do not open; inside the app profiles open.',
      uses: ['table.read'],
      timeout: Duration.seconds(10),
      environment: { WEB_BUCKET: webBucket.bucketName },
      also: [allow(['s3:GetObject'], [webBucket.arnForObjects('index.html')])],
    });
    // Any method: CloudFront lets GET and HEAD through, and each is a route of its own.
    const key = `ANY ${profilePagePath('{username}')}`;
    const openBecause = 'It shows what everybody may see.';
    route(page, { httpApi, canary, key, openBecause });
  }
}

function liveStage(
  scope: Construct,
  {
    stage,
    httpApi,
    apiStageName,
    areas,
  }: Pick<ApiProps, 'stage' | 'httpApi' | 'apiStageName' | 'areas'>,
) {
  const accessLog = new LogGroup(scope, 'AccessLog', {
    retention: stage.settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  ringWhenThrottled(scope, stage, accessLog);
  const { throttles } = stage.settings;
  const operations = Object.values(areas).flatMap((area) => Object.values(area));
  return new CfnStage(scope, 'Live', {
    apiId: httpApi.apiId,
    stageName: apiStageName,
    autoDeploy: true,
    accessLogSettings: { destinationArn: accessLog.logGroupArn, format: ACCESS_LOG_FORMAT },
    defaultRouteSettings: {
      throttlingRateLimit: throttles.anyone.perSecond,
      throttlingBurstLimit: throttles.anyone.atOnce,
    },
    // Written as CloudFormation spells it: CDK passes this map on as it is.
    routeSettings: {
      ...Object.fromEntries(
        operations.map((definition) => [
          routeKey(definition),
          routeSettings(throttles[definition.who === 'anyone' ? 'anyone' : 'signedIn']),
        ]),
      ),
      [STRIPE_WEBHOOK]: routeSettings(throttles.webhooks),
    },
  });
}

const routeSettings = ({ perSecond, atOnce }: StageSettings['throttles']['anyone']) => ({
  ThrottlingRateLimit: perSecond,
  ThrottlingBurstLimit: atOnce,
});

/** The alarm on requests that API Gateway turns away. */
export const API_THROTTLED = 'api-throttled';

/**
 * API Gateway has no metric for what it turns away, so its log is counted: 429 that no function gave. A function that
 * tells one caller to wait is not meant: that is a limit of its definition, and no load.
 */
function ringWhenThrottled(scope: Construct, stage: Stage, accessLog: LogGroup): void {
  const metric = { metricNamespace: stage.faultNamespace, metricName: API_THROTTLED };
  const filter = new MetricFilter(scope, 'Throttled', {
    logGroup: accessLog,
    filterName: 'throttled',
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      FilterPattern.stringValue('$.integration', '=', '-'),
    ),
    ...metric,
    metricValue: '1',
  });
  ring(filter, {
    stage,
    name: API_THROTTLED,
    impact:
      'People are told to wait although each of them asks for little: the API is at the limit of its settings.',
    look: 'the access log of the API: which route answers 429 with no integration, and from how many people?',
    section: 'The API turns people away',
    metric: new Metric({
      namespace: metric.metricNamespace,
      metricName: metric.metricName,
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    from: 50,
  });
}

/** Codes and ids; never a query string, which may hold what a person typed. */
const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  integration: '$context.integration.status',
  milliseconds: '$context.responseLatency',
  fault: '$context.integrationErrorMessage',
});
