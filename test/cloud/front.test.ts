import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { AN_HOUR, CHECK_EACH_TIME, cacheControlOf, FOREVER } from '#lib/cache-headers.ts';
import { findWebBuild } from '#lib/cloud/site.ts';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { OEMBED_PATH } from '#shared/rules/links/oembed.ts';
import { ABROAD, PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

/* The CloudFront distribution: its domain, its response headers, and its access to the API. */

type Templates = Readonly<Record<string, Template>>;

let example: Templates;
let production: Templates;
let abroad: Templates;
let broughtAlong: Templates;
beforeAll(() => {
  example = synthesise();
  production = synthesise({ settings: PRODUCTION });
  abroad = synthesise({ ...DOOR_ALONE, settings: ABROAD });
  const domain = { name: 'letters.example.org', certificateArn: CERTIFICATE };
  broughtAlong = synthesise({ ...DOOR_ALONE, settings: { ...PRODUCTION, domain, waf: false } });
});

/** Omits the functions, which take long to synthesize. */
const DOOR_ALONE = { areas: {}, schedules: {}, subscribers: {} };

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222';

const only = (templates: Templates, type: string) => {
  const [resource, ...others] = resourcesOf(templates, type);
  expect(others).toEqual([]);
  return resource?.Properties;
};

const distributionOf = (templates: Templates) =>
  only(templates, 'AWS::CloudFront::Distribution').DistributionConfig;

const outputOf = (templates: Templates, stack: string, name: string) =>
  JSON.stringify(templates[stack]?.Outputs?.[name]?.Value);

describe('a custom domain', () => {
  test('serves everything over IPv4 and IPv6 with TLS 1.2 or newer', () => {
    expect(distributionOf(production)).toMatchObject({
      Aliases: ['letters.example.org'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    });
    const records = resourcesOf(production, 'AWS::Route53::RecordSet');
    expect(records.map(({ Properties: { Type, Name } }) => `${Type} ${Name}`).sort()).toEqual([
      'A letters.example.org.',
      'AAAA letters.example.org.',
    ]);
  });

  test('is the origin in settings, previews and picture addresses', () => {
    expect(outputOf(production, 'ReplyPaid-prod-Front', 'Address')).toBe(
      '"https://letters.example.org"',
    );
    for (const { Properties } of resourcesOf(production, 'AWS::Lambda::Function')) {
      const { SETTINGS, MEDIA_URL } = Properties.Environment?.Variables ?? {};
      if (!SETTINGS) continue;
      expect(JSON.parse(SETTINGS).origin).toBe('https://letters.example.org');
      expect(MEDIA_URL).toBe('https://letters.example.org/media');
    }
  });

  test('has a certificate that is validated by DNS, in CloudFront’s region', () => {
    expect(only(abroad, 'AWS::CertificateManager::Certificate')).toMatchObject({
      DomainName: 'letters.example.org',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ HostedZoneId: 'Z0123456789ABCDEFGHIJ' }],
    });
    expect(distributionOf(abroad).ViewerCertificate.AcmCertificateArn).toMatchObject({
      'Fn::GetStackOutput': { StackName: 'ReplyPaid-abroad-Certificate', Region: 'us-east-1' },
    });
  });

  test('with external DNS uses its own certificate, and prints its record', () => {
    expect(distributionOf(broughtAlong).ViewerCertificate.AcmCertificateArn).toBe(CERTIFICATE);
    expect(resourcesOf(broughtAlong, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(outputOf(broughtAlong, 'ReplyPaid-prod-Front', 'DnsRecord')).toMatch(
      /letters\.example\.org CNAME .*Distribution/,
    );
  });

  test('gets another certificate when it changes', () => {
    const name = 'post.example.org';
    const renamed = synthesise({
      ...DOOR_ALONE,
      settings: { ...PRODUCTION, domain: { name, hostedZoneId: 'Z0123456789ABCDEFGHIJ' } },
    });
    expect(distributionOf(renamed).ViewerCertificate).not.toEqual(
      distributionOf(production).ViewerCertificate,
    );
  });

  test('is optional: CloudFront provides an address', () => {
    expect(distributionOf(example).Aliases).toBeUndefined();
    expect(outputOf(example, 'ReplyPaid-example-Front', 'Address')).toContain('DomainName');
  });
});

describe('a public response with a profile', () => {
  const SHARED = [
    'viewUserProfile',
    'viewUserProfileByReferralCode',
    'viewUserLinksById',
    'viewVerification',
    'browseCreators',
    'viewPublicAnswers',
    'viewPublicAnswerPage',
    'searchPublicAnswers',
  ];

  test('has its picture cached by CloudFront for at most a day, so that a removed one disappears', () => {
    const policies = [...resourcesWithIds(production, 'AWS::CloudFront::CachePolicy').entries()];
    const media = policies.filter(([id]) => id.startsWith('MediaCache'));
    expect(media.map(([, { Properties }]) => Properties.CachePolicyConfig)).toEqual([
      expect.objectContaining({ MinTTL: 0, MaxTTL: 86_400 }),
    ]);
  });

  test('is cached as long as its Cache-Control says, separately from responses to signed-in callers', () => {
    const policies = resourcesWithIds(production, 'AWS::CloudFront::CachePolicy');
    const behaviors: { PathPattern: string; CachePolicyId: { Ref?: string }; Compress: boolean }[] =
      distributionOf(production).CacheBehaviors;
    const patterns = behaviors.map(({ PathPattern }) => PathPattern);
    for (const name of SHARED) {
      const behavior = behaviors.find(({ PathPattern }) => PathPattern === `/api/${name}`);
      // CloudFront uses the first matching pattern.
      expect(patterns.indexOf(`/api/${name}`)).toBeLessThan(patterns.indexOf('/api/*'));
      const policy = policies.get(behavior?.CachePolicyId.Ref ?? '')?.Properties.CachePolicyConfig;
      expect(policy).toMatchObject({ MinTTL: 0, DefaultTTL: 0, MaxTTL: 60 });
      expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization'] },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingGzip: true,
        EnableAcceptEncodingBrotli: true,
      });
    }
  });

  test('is the only part of the API that CloudFront caches', () => {
    const behaviors: { PathPattern: string; CachePolicyId: unknown }[] =
      distributionOf(production).CacheBehaviors;
    // The managed policy CachingDisabled.
    const kept = behaviors.filter(
      ({ CachePolicyId }) => CachePolicyId !== '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    );
    expect(kept.map(({ PathPattern }) => PathPattern).sort()).toEqual(
      [...SHARED.map((name) => `/api/${name}`), '/media/*', OEMBED_PATH].sort(),
    );
  });
});

describe('the cookie with the refresh token', () => {
  const behaviors = (): {
    PathPattern: string;
    CachePolicyId: unknown;
    OriginRequestPolicyId: unknown;
  }[] => distributionOf(production).CacheBehaviors;
  const fitting = (path: string) =>
    behaviors().find(({ PathPattern }) =>
      PathPattern.endsWith('*') ? path.startsWith(PathPattern.slice(0, -1)) : path === PathPattern,
    );

  test('reaches the operations that read and set it, which are never cached', () => {
    const all = Object.values<OperationSpec>(operations);
    const paths = all.filter(({ refreshCookie }) => refreshCookie).map(({ path }) => path);
    expect(paths).toHaveLength(6);
    // The managed policies CachingDisabled and AllViewerExceptHostHeader.
    for (const path of paths)
      expect(fitting(path)).toMatchObject({
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      });
  });

  test('neither reaches nor is set by a cached response', () => {
    const policies = resourcesWithIds(production, 'AWS::CloudFront::OriginRequestPolicy');
    const { OriginRequestPolicyId } = fitting('/api/viewUserProfile') ?? {};
    const { Ref } = OriginRequestPolicyId as { Ref: string };
    expect(policies.get(Ref)?.Properties.OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'none' },
      HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['Host'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
  });

  test('is never logged', () => {
    expect(distributionOf(production).Logging.IncludeCookies ?? false).toBe(false);
  });
});

test('pages may connect to the WebSocket of live hints, and to nothing else of AppSync', () => {
  const policies = resourcesWithIds(production, 'AWS::CloudFront::ResponseHeadersPolicy');
  const connections = [...policies.values()].flatMap(({ Properties }) => {
    const { SecurityHeadersConfig } = Properties.ResponseHeadersPolicyConfig;
    const joined = SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join'];
    return joined ? [joined[1]] : [];
  });
  expect(connections).toEqual([
    [
      expect.stringMatching(/connect-src 'self' https:\/\/api\.stripe\.com wss:\/\/$/),
      { 'Fn::GetAtt': [expect.stringMatching(/^LiveApi/), 'Dns.Realtime'] },
      expect.stringMatching(/^; frame-src /),
    ],
  ]);
});

describe('each response', () => {
  test('has the security headers', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(production);
    const policies = resourcesWithIds(production, 'AWS::CloudFront::ResponseHeadersPolicy');
    for (const { PathPattern, ResponseHeadersPolicyId } of [
      DefaultCacheBehavior,
      ...CacheBehaviors,
    ]) {
      const policy = policies.get(ResponseHeadersPolicyId.Ref);
      const { SecurityHeadersConfig } = policy?.Properties.ResponseHeadersPolicyConfig ?? {};
      expect({ PathPattern, ...SecurityHeadersConfig }).toMatchObject({
        PathPattern,
        StrictTransportSecurity: {
          AccessControlMaxAgeSec: 63_072_000,
          IncludeSubdomains: true,
          Override: true,
        },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: true },
        ContentSecurityPolicy: {
          ContentSecurityPolicy: expect.anything(),
          Override: true,
        },
      });
      const text = JSON.stringify(SecurityHeadersConfig.ContentSecurityPolicy);
      expect(text).toMatch(/"default-src '(self|none)'; /);
    }
  });

  test('with a picture forbids scripts', () => {
    const pictures = distributionOf(production).CacheBehaviors.find(
      ({ PathPattern }: { PathPattern: string }) => PathPattern === '/media/*',
    );
    const policies = resourcesWithIds(production, 'AWS::CloudFront::ResponseHeadersPolicy');
    expect(
      JSON.stringify(policies.get(pictures.ResponseHeadersPolicyId.Ref)?.Properties),
    ).toContain("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  });

  test('of the API passes through CloudFront: every route matches one of its path patterns', () => {
    const patterns: string[] = distributionOf(production).CacheBehaviors.map(
      ({ PathPattern }: { PathPattern: string }) => PathPattern,
    );
    const routes = resourcesOf(production, 'AWS::ApiGatewayV2::Route')
      .map(({ Properties }) => Properties.RouteKey.replace(/^\S+ /, ''))
      // CloudFront rewrites the URLs of profiles to this path (edge.ts).
      .filter((path) => !path.startsWith('/pages/'));
    expect(routes.length).toBeGreaterThan(50);
    for (const path of routes)
      expect({ path, found: patterns.some((pattern) => isBelow(pattern, path)) }).toEqual({
        path,
        found: true,
      });
  });
});

const isBelow = (pattern: string, path: string) =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

test('a file with a hash in its name is cached for a year, and any other is revalidated, as on the local server', () => {
  const uploads = resourcesOf(production, 'Custom::CDKBucketDeployment');
  const [assets, pages, embed, ...others] = uploads.map(({ Properties }) => Properties);
  expect(others).toEqual([]);
  expect(assets.SystemMetadata).toEqual({ 'cache-control': FOREVER });
  expect(pages.SystemMetadata).toEqual({ 'cache-control': CHECK_EACH_TIME });
  // Other sites include it under a fixed name.
  expect(embed.SystemMetadata).toEqual({
    'cache-control': AN_HOUR,
    'content-type': 'text/javascript; charset=utf-8',
  });
  // An open page still requests the files of its own build.
  expect([assets.Prune, pages.Prune, embed.Prune]).toEqual([false, false, false]);
  expect(pages.DistributionPaths).toEqual(['/*']);
  expect(cacheControlOf('/assets/main-1a2b3c4d.js')).toBe('public, max-age=31536000, immutable');
  for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/icons/mark.svg'])
    expect(cacheControlOf(path)).toBe('no-cache');
  expect(cacheControlOf('/embed.js')).toBe(AN_HOUR);
});

test('a deployment stops for a file that would be cached for a year under a fixed name', () => {
  const build = mkdtempSync(join(tmpdir(), 'replypaid-build-'));
  try {
    mkdirSync(join(build, 'assets/pdf/5.4.530'), { recursive: true });
    for (const name of [
      'index.html',
      'assets/main-1a2b3c4d.js',
      'assets/1a2b3c4d5e6f.js.map',
      'assets/pdf/2b3c4d5e6f1a.js',
      'assets/pdf/5.4.530/LiberationSans-Bold.ttf',
    ])
      writeFileSync(join(build, name), '');
    expect(findWebBuild(build)?.files).toEqual(['assets', 'index.html']);
    for (const plain of ['assets/chat.js', 'assets/pdf/parts.js']) {
      writeFileSync(join(build, plain), '');
      expect(() => findWebBuild(build)).toThrow(`${plain} has no hash in its name`);
      rmSync(join(build, plain));
    }
  } finally {
    rmSync(build, { recursive: true });
  }
});

const resourcesWithIds = (templates: Templates, type: string) =>
  new Map(
    Object.values(templates).flatMap(({ Resources }) =>
      Object.entries(Resources).filter(([, { Type }]) => Type === type),
    ),
  );

describe('the deployed API', () => {
  test('has a secret stage name, which only CloudFront knows', () => {
    const [stage, ...others] = resourcesOf(production, 'AWS::ApiGatewayV2::Stage');
    expect(others).toEqual([]);
    const imported = stage?.Properties.StageName['Fn::ImportValue'];
    expect(imported).toBe('ReplyPaid-prod-Front-api-stage');
    const outputs = Object.values(production['ReplyPaid-prod-Front']?.Outputs ?? {}) as {
      readonly Value: unknown;
      readonly Export?: { readonly Name: string };
    }[];
    const uuid = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(outputs.find(({ Export }) => Export?.Name === imported)?.Value).toEqual(uuid);
    const [api] = distributionOf(production).Origins.filter(
      ({ Id }: { readonly Id: string }) => Id === 'api',
    );
    expect(api.OriginPath).toEqual({ 'Fn::Join': ['', ['/', uuid]] });
  });
});

test('alarm topics are encrypted, with a key that CloudWatch may use for this account', () => {
  for (const templates of [production, abroad]) {
    const topics = resourcesOf(templates, 'AWS::SNS::Topic');
    expect(topics.length).toBeGreaterThan(0);
    for (const { Properties } of topics) expect(Properties.KmsMasterKeyId).toBeDefined();
    const keys = resourcesOf(templates, 'AWS::KMS::Key');
    expect(keys).toHaveLength(topics.length);
    for (const { Properties } of keys)
      expect(Properties.KeyPolicy.Statement).toContainEqual({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Resource: '*',
        Condition: { StringEquals: { 'aws:SourceAccount': expect.anything() } },
      });
  }
});
