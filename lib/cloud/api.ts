import { createHash } from 'node:crypto';
import { Duration, NestedStack, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { OperationSpec } from '../../shared/api/operation.ts';
import { systemFunctions } from '../../shared/api/system-functions.ts';
import { CHAT_PICTURE_PATH, PREVIEW_PATH } from '../../shared/rendered-pages.ts';
import { OEMBED_PATH } from '../../shared/rules/links/oembed.ts';
import type { StageSettings } from '../settings.ts';
import { pagePath } from '../web-addresses.ts';
import { createAlarm } from './alarms.ts';
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
  /** The name of the only API Gateway stage. */
  readonly apiStageName: string;
  /** The bucket of the web app. */
  readonly webBucket: IBucket;
  readonly areas: Areas;
  /** Deploys to production without the canary. */
  readonly urgent: boolean;
  /** Whether this is the first deployment. */
  readonly first: boolean;
};

/** All operations and pages with their routes, in nested stacks, because a stack is limited to 500 resources. */
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
    const shards = shardOperations(areas).flatMap((operations, at) => {
      // CloudFormation refuses an empty stack.
      if (operations.length === 0) return [];
      const id = `operations${at + 1}`;
      return [new OperationsStack(this, id, { ...behindFront, tokenKeys, operations })];
    });
    const webhooks = new WebhooksStack(this, 'webhooks', behindFront);
    const pages = new PagesStack(this, 'pages', { stage, httpApi, webBucket, canary });
    // Not with a canary, which waits five minutes in each nested stack. A first deployment has nothing to wait for.
    if (!canary || first) deploySequentially([...shards, webhooks, pages]);
    const live = liveStage(this, { stage, httpApi, apiStageName, areas });
    // A route must exist before the stage can throttle it.
    live.node.addDependency(...shards, webhooks, pages);
  }
}

/**
 * Makes nested stacks deploy one at a time. Creating about ninety functions, roles and routes at once exceeds the request
 * limits of IAM, Lambda and API Gateway (API Gateway: ten per second), and too many throttled requests roll the stack back.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
function deploySequentially(stacks: readonly NestedStack[]): void {
  for (const [at, stack] of stacks.entries()) {
    const before = stacks[at - 1];
    if (before) stack.addStackDependency(before);
  }
}

type AreaOperation = { readonly area: string; readonly definition: OperationSpec };

/** The number of nested stacks, enough for about two hundred operations. Changing it moves nearly all operations to another stack. */
const SHARDS = 6;

/**
 * Distributes the operations over the nested stacks by a hash of their names. Not by area, because an operation that moved to
 * another area would change stacks: CloudFormation would create its function there while the name is still taken here, and
 * fail.
 */
function shardOperations(areas: Areas): readonly (readonly AreaOperation[])[] {
  const shards = Array.from({ length: SHARDS }, (): AreaOperation[] => []);
  for (const [area, operations] of Object.entries(areas))
    for (const definition of Object.values(operations))
      shards[shardOf(definition.name)]?.push({ area, definition });
  return shards;
}

const shardOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % SHARDS;

type NestedProps = Pick<ApiProps, 'stage' | 'httpApi'> & { readonly canary: Canary | undefined };
type ApiStackProps = NestedProps & { readonly originKeyHashes: string };

class OperationsStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    props: ApiStackProps & {
      readonly tokenKeys: string;
      readonly operations: readonly AreaOperation[];
    },
  ) {
    super(scope, id, { description: 'Operations' });
    for (const operation of props.operations)
      new OperationFunction(this, { ...props, ...operation });
  }
}

const STRIPE_WEBHOOK = 'POST /webhooks/stripe';

/** The webhook of Stripe. Stripe signs each delivery, and the function verifies the signature before it parses the body. */
class WebhooksStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, canary, originKeyHashes }: ApiStackProps,
  ) {
    super(scope, id, { description: 'Webhooks' });
    const webhook = new ProductFunction(this, {
      stage,
      definition: systemFunctions.stripeWebhook,
      file: systemFunctions.stripeWebhook.file,
      impact:
        'Stripe events are late: payments that need bank authentication are settled by the sweep. Stripe retries for three days.',
      timeout: Duration.seconds(25),
      environment: { ORIGIN_KEY_HASHES: originKeyHashes },
    });
    new WebhookSilence(this, 'Silence', { stage, webhook });
    const openBecause = 'Stripe signs each request.';
    route(webhook, { httpApi, canary, key: STRIPE_WEBHOOK, openBecause });
  }
}

/** Pages of the web app that a function renders. CloudFront routes them here (edge.ts). */
class PagesStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, webBucket, canary }: NestedProps & Pick<ApiProps, 'webBucket'>,
  ) {
    super(scope, id, { description: 'Pages' });
    const page = new ProductFunction(this, {
      stage,
      definition: systemFunctions.renderPage,
      file: systemFunctions.renderPage.file,
      impact:
        'Links to profiles, the landing page and the sign-in do not open; inside the app everything works.',
      timeout: Duration.seconds(10),
      environment: { WEB_BUCKET: webBucket.bucketName },
      also: [allow(['s3:GetObject'], [webBucket.arnForObjects('index.html')])],
    });
    // ANY stands for GET and HEAD, the only methods that CloudFront forwards here.
    const key = `ANY ${pagePath('/{path+}')}`;
    const openBecause = 'It shows only public data.';
    route(page, { httpApi, canary, key, openBecause });
    const oembed = new ProductFunction(this, {
      stage,
      definition: systemFunctions.answerOembed,
      file: systemFunctions.answerOembed.file,
      impact:
        'Buttons and cards on other sites show a link without name and price; the link works.',
      timeout: Duration.seconds(10),
    });
    route(oembed, { httpApi, canary, key: `GET ${OEMBED_PATH}`, openBecause });
    const preview = new ProductFunction(this, {
      stage,
      definition: systemFunctions.drawPreview,
      file: systemFunctions.drawPreview.file,
      impact: 'Shared links to profiles show no picture; the pages themselves open.',
      timeout: Duration.seconds(10),
      // Drawing takes CPU, of which there is more with more memory.
      megabytes: 1_024,
      also: [allow(['s3:GetObject'], [`${stage.data.mediaArn}/avatars/*`])],
    });
    const previewKey = `ANY ${pagePath(`${PREVIEW_PATH}{path+}`)}`;
    route(preview, { httpApi, canary, key: previewKey, openBecause });
    const picture = new ProductFunction(this, {
      stage,
      definition: systemFunctions.showChatPicture,
      file: systemFunctions.showChatPicture.file,
      impact: 'Pictures in chats are not shown; their captions and all other messages are.',
      timeout: Duration.seconds(10),
      also: [allow(['s3:GetObject'], [`${stage.data.mediaArn}/messages/*`])],
    });
    const pictureKey = `ANY ${pagePath(`${CHAT_PICTURE_PATH}{path+}`)}`;
    const signedBecause = 'The address is signed for one member of the chat, for minutes.';
    route(picture, { httpApi, canary, key: pictureKey, openBecause: signedBecause });
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
  createThrottleAlarm(scope, stage, accessLog);
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
    // With CloudFormation's capitalization, because CDK passes this map on unchanged.
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

/** The name of the alarm on requests that API Gateway throttles. */
export const API_THROTTLED = 'api-throttled';

/**
 * Creates the alarm on throttled requests. API Gateway has no metric for them, so a metric filter counts the 429 responses
 * in its access log. Those of functions do not count: they are rate limits of one caller.
 */
function createThrottleAlarm(scope: Construct, stage: Stage, accessLog: LogGroup): void {
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
  createAlarm(filter, {
    stage,
    name: API_THROTTLED,
    impact:
      'People get errors although none of them sends many requests: the API is at its configured throttle.',
    look: 'the access log of the API: which route answers 429 without an integration, and to how many people?',
    section: 'The API throttles requests',
    metric: new Metric({
      namespace: metric.metricNamespace,
      metricName: metric.metricName,
      statistic: 'Sum',
      period: Duration.minutes(5),
    }),
    from: 50,
  });
}

/** Contains no query string, because that may contain what a person typed. */
const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  integration: '$context.integration.status',
  milliseconds: '$context.responseLatency',
  fault: '$context.integrationErrorMessage',
});
