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
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { OEMBED_PATH } from '#shared/rules/links/oembed.ts';
import type { Domain } from '../domain.ts';
import type { StageSettings } from '../settings.ts';
import { acknowledge } from './acknowledge.ts';
import { zoneOf } from './certificate.ts';
import type { DataStack } from './data.ts';
import {
  API_ORIGIN,
  answerPaused,
  checkDelivery,
  markViewer,
  stripMediaPrefix,
  toFileOrPage,
} from './edge.ts';
import { LiveApi } from './live-api.ts';
import { sentKey } from './origin-keys.ts';
import { responseHeaders } from './response-headers.ts';

type FrontProps = StackProps & {
  /** Makes the physical name of a resource of the stage. */
  readonly named: (name: string) => string;
  readonly data: DataStack;
  /** The first path segments that are files or folders of the web app, and whole paths of files below others. */
  readonly webFiles: readonly string[];
  /** The custom domain. By default a CloudFront domain name. */
  readonly domain?: (Domain & { readonly certificateArn: string }) | undefined;
  /** The ARN of the web ACL. */
  readonly firewallArn?: string | undefined;
  /** Paths of the API whose responses to callers without a token are cached, for as long as the responses say. */
  readonly sharedPaths: readonly string[];
  /** The versions of the origin key. By default the current version of the secret. */
  readonly originKeys?: StageSettings['originKeys'];
  /** Whether the stage is paused: CloudFront then answers every API request itself. */
  readonly paused: boolean;
  /** Whether pages upload and show the files of attachments. */
  readonly attachments: boolean;
};

/**
 * The CloudFront distribution, which serves the web app, the API and the pictures from one origin. Functions are in other
 * stacks, so that this one rarely changes.
 */
export class FrontStack extends Stack {
  readonly httpApi: HttpApi;
  /** The name of the API's only stage, for other stacks. */
  readonly apiStageName: string;
  readonly webBucket: Bucket;
  readonly distribution: Distribution;
  readonly live: LiveApi;
  /** `https://…`, without a trailing slash. */
  readonly origin: string;

  constructor(scope: Construct, id: string, asked: FrontProps) {
    const { named, data, webFiles, domain, firewallArn, ...others } = asked;
    const { sharedPaths, paused, attachments, originKeys, ...props } = others;
    // A replaced distribution or API would have another address, which DNS, Stripe and people do not know.
    super(scope, id, { ...props, terminationProtection: true });
    this.live = new LiveApi(this, 'Live', named);
    this.httpApi = new HttpApi(this, 'Api', { createDefaultStage: false });
    const apiStage = unguessableName();
    this.apiStageName = this.exportValue(apiStage, { name: `${this.stackName}-api-stage` });
    const logs = privateBucket(this, 'Logs', {
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    acknowledge(logs, {
      'AwsSolutions-S1': 'It is the bucket of access logs; logging it to itself would never end.',
    });
    this.webBucket = privateBucket(this, 'Web', {
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'web/',
    });
    const originKey = sentKey(data.originKey, { originKeys });
    const toApi = apiBehavior(this, { apiStage, originKey, paused });
    acknowledge(this, {
      'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
        'data.ts defines the policy of the picture bucket.',
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'ReplyPaid',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      ...(domain && tlsPolicy(this, domain)),
      ...(firewallArn !== undefined && { webAclId: firewallArn }),
      enableLogging: true,
      logBucket: logs,
      logFilePrefix: 'cloudfront/',
      defaultBehavior: webBehavior(this, webFiles, {
        live: this.live.socketOrigin,
        files: attachments ? `https://${data.media.bucketRegionalDomainName}` : undefined,
      }),
      errorResponses: ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      additionalBehaviors: {
        ...sharedBehaviors(this, toApi, [...sharedPaths, OEMBED_PATH]),
        '/api/*': toApi,
        '/authenticate': toApi,
        '/refreshToken': toApi,
        '/webhooks/*': paused ? toApi : webhookBehavior(this, toApi),
        '/media/*': mediaBehavior(this, data),
      },
    });
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'No country is blocked. Text messages have their own list of countries.',
      ...(firewallArn === undefined && {
        'AwsSolutions-CFR2':
          'The settings of this stage disable the firewall. Routes are throttled, and operations limit their callers.',
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
   * Exports values even when no other stack imports them. Otherwise CDK would remove an export together with its last import,
   * and the deployment would fail, because CloudFormation updates this stack first.
   */
  private alwaysExport(): void {
    const { httpApi, webBucket, distribution, live } = this;
    for (const value of [
      httpApi.apiId,
      webBucket.bucketName,
      webBucket.bucketArn,
      distribution.distributionId,
      distribution.distributionDomainName,
      live.arn,
      live.id,
      live.host,
      live.socketOrigin.replace('wss://', ''),
    ])
      this.exportValue(value);
  }
}

/** The name of the web bucket's ARN in findings of the checks about other stacks. */
export const webArnName = (webBucket: IBucket): string =>
  `${Stack.of(webBucket).stackName}:ExportsOutputFnGetAttWeb3C8945DBArn1CBB3848`;

/**
 * The error statuses that CloudFront caches, for which caching is turned off. By default it caches them for ten seconds in
 * spite of `no-store`, and would serve one caller's refusal or failure to everyone who requests the same path.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
const ERRORS = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

/** Requires a TLS version that browsers of the last ten years support. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/secure-connections-supported-viewer-protocols-ciphers.html */
const tlsPolicy = (
  stack: FrontStack,
  { name, certificateArn }: { name: string; certificateArn: string },
) => ({
  domainNames: [name],
  certificate: Certificate.fromCertificateArn(stack, 'Certificate', certificateArn),
  minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
});

/** Creates the DNS records of the domain, or outputs the record that the operator must create. */
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

function webBehavior(
  stack: FrontStack,
  webFiles: readonly string[],
  origins: Parameters<typeof responseHeaders.pages>[1],
): BehaviorOptions {
  return {
    origin: S3BucketOrigin.withOriginAccessControl(stack.webBucket),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // Cached by path alone, because a page is the same for everyone.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    responseHeadersPolicy: responseHeaders.pages(stack, origins),
    compress: true,
    functionAssociations: [edgeFunction(stack, 'ToAppOrFile', toFileOrPage(webFiles))],
  };
}

/**
 * The name of the API Gateway stage: the UUID in the ARN of the Front stack, which is unknown outside the AWS account. So
 * only CloudFront can call the API. Requests to the execute-api address without it get 404, and do not count against the
 * throttles of the routes.
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
    functionAssociations: [edgeFunction(stack, 'MarkViewer', paused ? answerPaused : markViewer)],
  };
}

/**
 * The behaviors of operations whose responses are cached for callers without a token. The cache key contains the token, and
 * responses to a token are `no-store`, so that nobody gets another person's response. Cookies are not forwarded to these
 * operations, and CloudFront then also removes Set-Cookie from their responses.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Cookies.html
 */
function sharedBehaviors(
  stack: FrontStack,
  toApi: BehaviorOptions,
  paths: readonly string[],
): Record<string, BehaviorOptions> {
  const cachePolicy = new CachePolicy(stack, 'SharedAnswers', {
    comment: 'As long as the response says, at most a minute',
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
    comment: 'Like AllViewerExceptHostHeader, without cookies',
    headerBehavior: OriginRequestHeaderBehavior.denyList('Host'),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    cookieBehavior: OriginRequestCookieBehavior.none(),
  });
  const kept = { ...toApi, cachePolicy, originRequestPolicy, compress: true };
  return Object.fromEntries(paths.map((path) => [path, kept] as const));
}

/** The behavior of webhooks, which checks requests before they count against the throttle of the route. */
const webhookBehavior = (stack: FrontStack, toApi: BehaviorOptions): BehaviorOptions => ({
  ...toApi,
  functionAssociations: [edgeFunction(stack, 'TakeDelivery', checkDelivery)],
});

function mediaBehavior(stack: FrontStack, data: DataStack): BehaviorOptions {
  // Imported by its attributes, so that CDK does not change the bucket policy, which is in the Data stack.
  const media = Bucket.fromBucketAttributes(stack, 'Media', {
    bucketArn: data.media.bucketArn,
    bucketRegionalDomainName: data.media.bucketRegionalDomainName,
  });
  return {
    origin: S3BucketOrigin.withOriginAccessControl(media),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: new CachePolicy(stack, 'MediaCache', {
      // Limits the caching of pictures to a day, so that a removed picture disappears everywhere after a day.
      maxTtl: Duration.days(1),
    }),
    responseHeadersPolicy: responseHeaders.pictures(stack),
    functionAssociations: [edgeFunction(stack, 'StripMediaPrefix', stripMediaPrefix)],
  };
}

function edgeFunction(stack: FrontStack, id: string, code: string) {
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
