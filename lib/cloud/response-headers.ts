import { Duration } from 'aws-cdk-lib';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import {
  contentSecurityPolicy,
  DATA_POLICY,
  HSTS_SECONDS,
  OPENER_POLICY,
  PERMISSIONS_POLICY,
  PICTURE_POLICY,
} from '../security-headers.ts';

const PAGE_HEADERS = {
  'permissions-policy': PERMISSIONS_POLICY,
  'cross-origin-opener-policy': OPENER_POLICY,
};

/** The security headers that CloudFront sets on responses, overriding those of the origin. */
export const responseHeaders = {
  pages: (scope: Construct, origins: Parameters<typeof contentSecurityPolicy>[0]) =>
    policy(scope, 'PageHeaders', contentSecurityPolicy(origins), PAGE_HEADERS),
  data: (scope: Construct) => policy(scope, 'DataHeaders', DATA_POLICY),
  pictures: (scope: Construct) => policy(scope, 'PictureHeaders', PICTURE_POLICY),
};

function policy(
  scope: Construct,
  id: string,
  contentSecurityPolicy: string,
  more: Readonly<Record<string, string>> = {},
): ResponseHeadersPolicy {
  const customHeaders = Object.entries(more).map(([header, value]) => ({
    header,
    value,
    override: true,
  }));
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
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
    ...(customHeaders.length > 0 && { customHeadersBehavior: { customHeaders } }),
  });
}
