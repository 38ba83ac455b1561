import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Domain } from '../domain.ts';
import type { StageSettings } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';
import { zoneOf } from './certificate.ts';
import type { DataStack } from './data.ts';
import {
  API_ORIGIN,
  answerPaused,
  markViewer,
  stripMediaPrefix,
  takeDelivery,
  toAppFileOrProfile,
} from './edge.ts';
import { sentKey } from './origin-keys.ts';
import { responseHeaders } from './response-headers.ts';

type FrontProps = StackProps & {
  readonly data: DataStack;
  /** The first path segments that are files or folders of the web app. */
  readonly webFiles: readonly string[];
  /** Absent, CloudFront gives an address of its own. */
  readonly domain?: (Domain & { readonly certificateArn: string }) | undefined;
  /** What looks at each request first. */
  readonly firewallArn?: string | undefined;
  /** Paths of the API whose answers to strangers are kept for as long as they say themselves. */
  readonly sharedPaths: readonly string[];
  /** Which key CloudFront sends; the current one where absent. */
  readonly originKeys?: StageSettings['originKeys'];
  /** Nobody reaches the API: each request to it is answered here. */
  readonly paused: boolean;
};

/**
 * The addresses of the product: one origin for the web app, the API and the pictures. What answers behind them
 * changes with each deployment and lives in other stacks.
 */
export class FrontStack extends Stack {
  readonly httpApi: HttpApi;
  /** The name of the API's only stage, for other stacks. */
  readonly apiStageName: string;
  readonly webBucket: Bucket;
  readonly distribution: Distribution;
  /** `https://…`, without a trailing slash. */
  readonly origin: string;

  constructor(scope: Construct, id: string, asked: FrontProps) {
    const { data, webFiles, domain, firewallArn, sharedPaths, paused, originKeys, ...props } =
      asked;
    // Its addresses are known to people, to their DNS and to Stripe; another one would have others.
    super(scope, id, { ...props, terminationProtection: true });
    this.httpApi = new HttpApi(this, 'Api', { createDefaultStage: false });
    const apiStage = unguessableName();
    this.apiStageName = this.exportValue(apiStage, { name: `${this.stackName}-api-stage` });
    const logs = privateBucket(this, 'Logs', {
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    acknowledge(logs, {
      'AwsSolutions-S1': 'It is the log; a log of the log would grow by itself.',
    });
    this.webBucket = privateBucket(this, 'Web', {
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'web/',
    });
    const originKey = sentKey(data.originKey, { originKeys });
    const toApi = apiBehavior(this, { apiStage, originKey, paused });
    acknowledge(this, {
      'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
        'The policy of the pictures is where the pictures are: in data.ts.',
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'ReplyPaid',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      ...(domain && secured(this, domain)),
      ...(firewallArn !== undefined && { webAclId: firewallArn }),
      enableLogging: true,
      logBucket: logs,
      logFilePrefix: 'cloudfront/',
      defaultBehavior: webBehavior(this, webFiles),
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      additionalBehaviors: {
        ...sharedBehaviors(this, toApi, sharedPaths),
        '/api/*': toApi,
        '/authenticate': toApi,
        '/refreshToken': toApi,
        '/webhooks/*': paused ? toApi : takingDeliveries(this, toApi),
        '/media/*': mediaBehavior(this, data),
      },
    });
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Nobody is shut out by country; text messages have a list of their own.',
      ...(firewallArn === undefined && {
        'AwsSolutions-CFR2':
          'The settings of this stage do without a firewall: each route is throttled, each operation counts its callers.',
      }),
      ...(!domain && {
        'AwsSolutions-CFR4':
          "CloudFront's own certificate fixes the protocol; a domain brings its own.",
      }),
    });
    if (domain) nameInDns(this, domain);
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    new CfnOutput(this, 'Address', { description: 'The product', value: this.origin });
    this.alwaysExport();
  }

  /**
   * What the other stacks take from here is exported whether or not one of them does today: an export that comes
   * and goes with its readers stops a deployment, since CloudFormation updates this stack before them.
   */
  private alwaysExport(): void {
    const { httpApi, webBucket, distribution } = this;
    for (const value of [
      httpApi.apiId,
      webBucket.bucketName,
      webBucket.bucketArn,
      distribution.distributionId,
      distribution.distributionDomainName,
    ])
      this.exportValue(value);
  }
}

/**
 * CloudFront keeps errors for ten seconds, `no-store` or not, and gives them to everybody who asks for the same address: what one
 * person may not see, or what failed once, would be said to all. So it keeps none of those that it would.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** Browsers of the last ten years. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/secure-connections-supported-viewer-protocols-ciphers.html */
const secured = (
  stack: FrontStack,
  { name, certificateArn }: { name: string; certificateArn: string },
) => ({
  domainNames: [name],
  certificate: Certificate.fromCertificateArn(stack, 'Certificate', certificateArn),
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
});

/** Leads the domain here, or says which record does. */
function nameInDns(stack: FrontStack, { name, hostedZoneId }: Domain): void {
  const { distribution } = stack;
  if (hostedZoneId === undefined) {
    new CfnOutput(stack, 'DnsRecord', {
      description:
        'To be made where the DNS of the domain is kept; a bare domain takes ALIAS or ANAME for CNAME',
      value: `${name} CNAME ${distribution.distributionDomainName}`,
    });
    return;
  }
  const zone = zoneOf(stack, { name, hostedZoneId });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  for (const Kind of [ARecord, AaaaRecord])
    new Kind(stack, Kind.name, { zone, recordName: name, target });
}

function webBehavior(stack: FrontStack, webFiles: readonly string[]): BehaviorOptions {
  return {
    origin: S3BucketOrigin.withOriginAccessControl(stack.webBucket),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // By path alone, for as long as the answer says: a page is the same for everybody.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    responseHeadersPolicy: responseHeaders.pages(stack),
    compress: true,
    functionAssociations: [edge(stack, 'ToAppOrFile', toAppFileOrProfile(webFiles))],
  };
}

/**
 * The name of the API's stage: the UUID in the ARN of the Front stack, which nobody outside the AWS account knows. Only
 * CloudFront calls this stage. Requests that guess at the API's own address (execute-api) get 404 and do not count against
 * the throttles of the routes.
 */
const unguessableName = (): string => Fn.select(2, Fn.split('/', Aws.STACK_ID));

type ApiOrigin = {
  readonly apiStage: string;
  readonly originKey: string;
  readonly paused: boolean;
};

function apiBehavior(
  stack: FrontStack,
  { apiStage, originKey, paused }: ApiOrigin,
): BehaviorOptions {
  const domain = Fn.select(2, Fn.split('/', stack.httpApi.apiEndpoint));
  return {
    origin: new HttpOrigin(domain, {
      originId: API_ORIGIN,
      originPath: `/${apiStage}`,
      customHeaders: { 'x-origin-key': originKey },
      readTimeout: Duration.seconds(30),
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    responseHeadersPolicy: responseHeaders.data(stack),
    functionAssociations: [edge(stack, 'MarkViewer', paused ? answerPaused : markViewer)],
  };
}

/**
 * Answers that are kept for strangers. Whoever says who they are has an answer of their own, which says no-store: the token
 * is in the key, so that neither is ever given to the other. Cookies are not forwarded to these operations, and CloudFront
 * then also removes Set-Cookie from their answers.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Cookies.html
 */
function sharedBehaviors(
  stack: FrontStack,
  toApi: BehaviorOptions,
  paths: readonly string[],
): Record<string, BehaviorOptions> {
  if (paths.length === 0) return {};
  const cachePolicy = new CachePolicy(stack, 'SharedAnswers', {
    comment: 'As long as an answer says, and no longer than a minute',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.minutes(1),
    headerBehavior: CacheHeaderBehavior.allowList('Authorization'),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingGzip: true,
    enableAcceptEncodingBrotli: true,
  });
  const originRequestPolicy = new OriginRequestPolicy(stack, 'WithoutCookies', {
    comment: 'As AllViewerExceptHostHeader, without cookies',
    headerBehavior: OriginRequestHeaderBehavior.denyList('Host'),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    cookieBehavior: OriginRequestCookieBehavior.none(),
  });
  const kept = { ...toApi, cachePolicy, originRequestPolicy, compress: true };
  return Object.fromEntries(paths.map((path) => [path, kept] as const));
}

/** What other companies call is looked at before it counts in the throttle of its route. */
const takingDeliveries = (stack: FrontStack, toApi: BehaviorOptions): BehaviorOptions => ({
  ...toApi,
  functionAssociations: [edge(stack, 'TakeDelivery', takeDelivery)],
});

function mediaBehavior(stack: FrontStack, data: DataStack): BehaviorOptions {
  // By its attributes, so that CDK leaves the bucket's policy where it is: with the bucket.
  const media = Bucket.fromBucketAttributes(stack, 'Media', {
    bucketArn: data.media.bucketArn,
    bucketRegionalDomainName: data.media.bucketRegionalDomainName,
  });
  return {
    origin: S3BucketOrigin.withOriginAccessControl(media),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: new CachePolicy(stack, 'MediaCache', {
      // Whatever a picture says of itself: one that was removed, or whose owner was deleted, is gone everywhere a day later.
      maxTtl: Duration.days(1),
      // The address of a portrait has a new ending when it is replaced.
      queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
    }),
    responseHeadersPolicy: responseHeaders.pictures(stack),
    functionAssociations: [edge(stack, 'StripMediaPrefix', stripMediaPrefix)],
  };
}

function edge(stack: FrontStack, id: string, code: string) {
  return {
    eventType: FunctionEventType.VIEWER_REQUEST,
    function: new EdgeFunction(stack, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code),
    }),
  };
}

function privateBucket(
  stack: FrontStack,
  id: string,
  props: ConstructorParameters<typeof Bucket>[2],
): Bucket {
  return new Bucket(stack, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN,
    ...props,
  });
}
