import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { CONTENT_SECURITY_POLICY, HSTS_SECONDS, PERMISSIONS_POLICY } from '../security-headers.ts';
import { acknowledge } from './acknowledge.ts';
import type { DataStack } from './data.ts';
import { API_ORIGIN, markViewer, stripMediaPrefix, toAppFileOrProfile } from './edge.ts';

type FrontProps = StackProps & {
  readonly data: DataStack;
  /** The first path segments that are files or folders of the web app. */
  readonly webFiles: readonly string[];
};

/**
 * The addresses of the product: one origin for the web app, the API and the pictures. What answers behind them
 * changes with each deployment and lives in other stacks.
 */
export class FrontStack extends Stack {
  readonly httpApi: HttpApi;
  readonly webBucket: Bucket;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, { data, webFiles, ...props }: FrontProps) {
    super(scope, id, props);
    this.httpApi = new HttpApi(this, 'Api', { createDefaultStage: false });
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
    const toApi = apiBehavior(this, data);
    acknowledge(this, {
      'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac':
        'The policy of the pictures is where the pictures are: in data.ts.',
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'ReplyPaid',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      enableLogging: true,
      logBucket: logs,
      logFilePrefix: 'cloudfront/',
      defaultBehavior: webBehavior(this, webFiles),
      additionalBehaviors: {
        '/api/*': toApi,
        '/authenticate': toApi,
        '/refreshToken': toApi,
        '/webhooks/*': toApi,
        '/media/*': mediaBehavior(this, data),
      },
    });
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Nobody is shut out by country; text messages have a list of their own.',
      'AwsSolutions-CFR2': 'Each route is throttled, each operation counts its callers.',
      'AwsSolutions-CFR4':
        "CloudFront's own certificate fixes the protocol; a domain brings its own.",
    });
    new CfnOutput(this, 'Address', { description: 'The product', value: this.origin });
  }

  /** `https://…`, without a trailing slash. */
  get origin(): string {
    return `https://${this.distribution.distributionDomainName}`;
  }
}

function webBehavior(stack: FrontStack, webFiles: readonly string[]): BehaviorOptions {
  return {
    origin: S3BucketOrigin.withOriginAccessControl(stack.webBucket),
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // By path alone, for as long as the answer says: a page is the same for everybody.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    responseHeadersPolicy: pageHeaders(stack),
    compress: true,
    functionAssociations: [edge(stack, 'ToAppOrFile', toAppFileOrProfile(webFiles))],
  };
}

function apiBehavior(stack: FrontStack, data: DataStack): BehaviorOptions {
  const domain = Fn.select(2, Fn.split('/', stack.httpApi.apiEndpoint));
  return {
    origin: new HttpOrigin(domain, {
      originId: API_ORIGIN,
      customHeaders: { 'x-origin-key': data.originKey.secretValue.unsafeUnwrap() },
      readTimeout: Duration.seconds(30),
    }),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    functionAssociations: [edge(stack, 'MarkViewer', markViewer)],
  };
}

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
      // The address of a portrait has a new ending when it is replaced.
      queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
    }),
    responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
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

function pageHeaders(stack: FrontStack): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(stack, 'PageHeaders', {
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: CONTENT_SECURITY_POLICY,
        override: true,
      },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.seconds(HSTS_SECONDS),
        includeSubdomains: true,
        override: true,
      },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [{ header: 'permissions-policy', value: PERMISSIONS_POLICY, override: true }],
    },
  });
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
