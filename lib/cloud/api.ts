import { Duration, NestedStack, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { OperationSpec } from '../../shared/api/operation.ts';
import { profilePagePath } from '../web-addresses.ts';
import { OperationFunction, route, routeKey } from './operation-function.ts';
import { allow } from './permissions.ts';
import { ProductFunction } from './product-function.ts';
import type { Stage } from './stage.ts';

/** The operations by area, as shared/api/index.ts lists them. */
export type Areas = Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;

type ApiProps = StackProps & {
  readonly stage: Stage;
  readonly httpApi: HttpApi;
  /** Where the web app lies. */
  readonly webBucket: IBucket;
  readonly areas: Areas;
};

/** Every operation and page behind its route: a nested stack an area, since one stack holds 500 resources. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, webBucket, areas, ...props }: ApiProps,
  ) {
    super(scope, id, props);
    const nested = Object.entries(areas).map(
      ([area, operations]) => new AreaStack(this, area, { stage, httpApi, operations }),
    );
    const webhooks = new WebhooksStack(this, 'webhooks', { stage, httpApi });
    const pages = new PagesStack(this, 'pages', { stage, httpApi, webBucket });
    const live = liveStage(this, { stage, httpApi, areas });
    // A route must exist before the stage can throttle it.
    live.node.addDependency(...nested, webhooks, pages);
  }
}

class AreaStack extends NestedStack {
  constructor(
    scope: Construct,
    area: string,
    props: {
      readonly stage: Stage;
      readonly httpApi: HttpApi;
      readonly operations: Readonly<Record<string, OperationSpec>>;
    },
  ) {
    super(scope, area, { description: `Operations: ${area}` });
    const code: Code = props.stage.code();
    for (const definition of Object.values(props.operations))
      new OperationFunction(this, { ...props, area, code, definition });
  }
}

const STRIPE_WEBHOOK = 'POST /webhooks/stripe';

/** What other companies call. They sign what they send; the function checks it before it reads it. */
class WebhooksStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi }: { readonly stage: Stage; readonly httpApi: HttpApi },
  ) {
    super(scope, id, { description: 'Webhooks' });
    const webhook = new ProductFunction(this, {
      stage,
      code: stage.code(),
      name: 'stripeWebhook',
      bundle: 'webhooks/stripe',
      impact:
        'News from Stripe is late: payments that a bank wanted confirmed settle by the sweep. Stripe tries again for three days.',
      uses: ['table.write', 'payments', 'subscriptions', 'secrets'],
      timeout: Duration.seconds(25),
    });
    route(webhook, { httpApi, key: STRIPE_WEBHOOK, openBecause: 'Stripe signs each call.' });
  }
}

/** Addresses of the web app whose document depends on them. CloudFront sends them here (edge.ts). */
class PagesStack extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { stage, httpApi, webBucket }: Pick<ApiProps, 'stage' | 'httpApi' | 'webBucket'>,
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
    route(page, { httpApi, key, openBecause: 'It shows what everybody may see.' });
  }
}

/** Requests a second and at once, per route. Callers without an account cannot be told apart as well, so they get less. */
const THROTTLES = {
  anyone: { throttlingRateLimit: 50, throttlingBurstLimit: 100 },
  others: { throttlingRateLimit: 200, throttlingBurstLimit: 400 },
} as const;

function liveStage(
  scope: Construct,
  { stage, httpApi, areas }: Pick<ApiProps, 'stage' | 'httpApi' | 'areas'>,
) {
  const accessLog = new LogGroup(scope, 'AccessLog', {
    retention: stage.settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const operations = Object.values(areas).flatMap((area) => Object.values(area));
  return new CfnStage(scope, 'Live', {
    apiId: httpApi.apiId,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: { destinationArn: accessLog.logGroupArn, format: ACCESS_LOG_FORMAT },
    defaultRouteSettings: THROTTLES.others,
    // Written as CloudFormation spells it: CDK passes this map on as it is.
    routeSettings: Object.fromEntries(
      operations.map((definition) => {
        const { throttlingRateLimit, throttlingBurstLimit } =
          THROTTLES[definition.who === 'anyone' ? 'anyone' : 'others'];
        return [
          routeKey(definition),
          { ThrottlingRateLimit: throttlingRateLimit, ThrottlingBurstLimit: throttlingBurstLimit },
        ];
      }),
    ),
  });
}

/** Codes and ids; never a query string, which may hold what a person typed. */
const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  fault: '$context.integrationErrorMessage',
});
