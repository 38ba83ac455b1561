import { Duration, NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { CHAT_PICTURE_PATH, PREVIEW_PATH } from '#shared/rendered-pages.ts';
import { OEMBED_PATH } from '#shared/rules/links/oembed.ts';
import type { StageSettings } from '../settings.ts';
import { pagePath } from '../web-addresses.ts';
import { createAlarm } from './alarms.ts';
import type { Canary } from './canary.ts';
import { route, routeKey } from './operation-function.ts';
import { createShards, deploySequentially } from './operation-shards.ts';
import { canaryOf, type OperationsProps } from './operations.ts';
import { acceptedKeyHashes } from './origin-keys.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import { SourceMapArchive } from './source-map-archive.ts';
import type { Stage } from './stage.ts';
import { tokenPublicKeys } from './token-keys.ts';
import { WebhookSilence } from './webhook-silence.ts';

type ApiProps = OperationsProps & {
  /** The name of the only API Gateway stage. */
  readonly apiStageName: string;
  /** The bucket of the web app. */
  readonly webBucket: IBucket;
};

/**
 * The other half of the operations, the webhook and the pages with their routes, in nested stacks, and the API Gateway stage.
 * It is deployed after the Operations stack, because a route must exist before the stage can throttle it.
 */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, apiStageName, webBucket, areas, urgent, first, ...props }: ApiProps,
  ) {
    super(scope, id, props);
    new SourceMapArchive(this, { stage });
    const canary = canaryOf(this, { stage, urgent });
    const originKeyHashes = acceptedKeyHashes(this, stage);
    const tokenKeys = tokenPublicKeys(this, stage);
    const behindFront = { stage, httpApi, canary, originKeyHashes };
    const shards = createShards(this, { ...behindFront, tokenKeys, areas }, 'Api');
    const webhooks = new WebhooksStack(this, 'webhooks', behindFront);
    const pages = new PagesStack(this, 'pages', { stage, httpApi, webBucket, canary });
    // Not with a canary, which waits five minutes in each nested stack. A first deployment has nothing to wait for.
    if (!canary || first) deploySequentially([...shards, webhooks, pages]);
    const live = liveStage(this, { stage, httpApi, apiStageName, areas });
    live.node.addDependency(...shards, webhooks, pages);
  }
}

type NestedProps = Pick<ApiProps, 'stage' | 'httpApi'> & { readonly canary: Canary | undefined };
type WebhooksProps = NestedProps & { readonly originKeyHashes: string };

const STRIPE_WEBHOOK = 'POST /webhooks/stripe';

/** The webhook of Stripe. Stripe signs each delivery, and the function verifies the signature before it parses the body. */
class WebhooksStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, canary, originKeyHashes }: WebhooksProps,
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
