import { beforeAll, describe, expect, test } from '@jest/globals';
import { CALLS_PER_ADDRESS, DELIVERIES_PER_ADDRESS } from '#lib/cloud/firewall.ts';
import { USERNAME_ADDRESS } from '#lib/web-addresses.ts';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { POLL_FIRST } from '#shared/rules/chat/polling.ts';
import { MINUTE } from '#shared/time.ts';
import { ABROAD, PRODUCTION, resourcesOf, synthesise, type Template } from './synthesise.ts';

/* The web application firewall before CloudFront: the requests that it blocks, and those that it must allow. */

type Templates = Readonly<Record<string, Template>>;

/** Omits the functions, which take long to synthesize. */
const DOOR_ALONE = { areas: {}, schedules: {}, subscribers: {} };

let example: Templates;
let production: Templates;
let abroad: Templates;
let without: Templates;
beforeAll(() => {
  example = synthesise(DOOR_ALONE);
  production = synthesise({ ...DOOR_ALONE, settings: PRODUCTION });
  abroad = synthesise({ ...DOOR_ALONE, settings: ABROAD });
  without = synthesise({ ...DOOR_ALONE, settings: { ...PRODUCTION, waf: false } });
});

const only = (templates: Templates, type: string) => {
  const [resource, ...others] = resourcesOf(templates, type);
  expect(others).toEqual([]);
  return resource?.Properties;
};

const distributionOf = (templates: Templates) =>
  only(templates, 'AWS::CloudFront::Distribution').DistributionConfig;

describe('the firewall', () => {
  const rulesOf = (templates: Templates): Rule[] => only(templates, 'AWS::WAFv2::WebACL').Rules;

  test('is attached to CloudFront, in the region that CloudFront requires', () => {
    expect(only(abroad, 'AWS::WAFv2::WebACL')).toMatchObject({
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
    });
    expect(distributionOf(abroad).WebACLId).toMatchObject({
      'Fn::GetStackOutput': { StackName: 'ReplyPaid-abroad-Firewall', Region: 'us-east-1' },
    });
  });

  test('allows Stripe before any other rule, at any rate', () => {
    const [flood, through] = rulesOf(production);
    expect(flood).toMatchObject({
      Name: 'deliveries-per-address',
      Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: DELIVERIES_PER_ADDRESS } },
    });
    // Eight events each for 100,000 conversations within 2.4 hours, all from one address.
    const inFiveMinutes = (100_000 * 8) / (2.4 * 12);
    expect(DELIVERIES_PER_ADDRESS).toBeGreaterThan(inFiveMinutes);
    expect(through).toMatchObject({ Name: 'stripe-webhook', Action: { Allow: {} } });
    for (const { Statement: statement } of [flood, through].flatMap((rule) => rule ?? [])) {
      const where = statement.RateBasedStatement?.ScopeDownStatement ?? statement;
      expect(matches(where, '/webhooks/stripe')).toBe(true);
      expect(matches(where, '/webhooks/stripe/../api/viewInbox')).toBe(false);
    }
  });

  test('counts requests to functions, and no cached ones', () => {
    const rate = rulesOf(production).find(({ Name }) => Name === 'calls-per-address');
    const counted = rate?.Statement.RateBasedStatement?.ScopeDownStatement;
    for (const uri of ['/api/viewInbox', '/authenticate', '/ada.lovelace', '/'])
      expect({ uri, counted: matches(counted, uri) }).toEqual({ uri, counted: true });
    for (const uri of ['/assets/main-1a2b3c4d.js', '/media/avatars/1.jpg'])
      expect({ uri, counted: matches(counted, uri) }).toEqual({ uri, counted: false });
  });

  test('allows fifty people who chat from one IP address, and blocks with the refusal of the API', () => {
    const fastest = (5 * MINUTE) / POLL_FIRST;
    expect(CALLS_PER_ADDRESS).toBeGreaterThanOrEqual(50 * fastest);
    const rate = rulesOf(production).find(({ Name }) => Name === 'calls-per-address');
    expect(rate?.Statement.RateBasedStatement).toMatchObject({
      AggregateKeyType: 'IP',
      Limit: CALLS_PER_ADDRESS,
      EvaluationWindowSec: 300,
    });
    expect(rate?.Action?.Block.CustomResponse).toMatchObject({
      ResponseCode: 429,
      ResponseHeaders: [{ Name: 'retry-after', Value: '300' }],
    });
    const { CustomResponseBodies } = only(production, 'AWS::WAFv2::WebACL');
    expect(JSON.parse(CustomResponseBodies.slowDown.Content)).toMatchObject({
      status: 'TOO_MANY_REQUESTS',
    });
  });

  test('counts each limit that an operation leaves to it, per address and on its path alone', () => {
    const limits = Object.values<OperationSpec>(operations).flatMap(({ name, path, limits }) =>
      limits.filter(({ atEdge }) => atEdge).map((limit) => ({ name, path, limit })),
    );
    expect(limits.map(({ name }) => name)).toContain('viewUserProfileByReferralCode');
    for (const { name, path, limit } of limits) {
      // The lengths of a window that AWS WAF offers, and its lowest limit.
      expect({
        name,
        offered: [60, 120, 300, 600].includes(limit.within) && limit.max >= 10,
      }).toEqual({ name, offered: true });
      expect({ name, per: limit.per }).toEqual({ name, per: 'address' });
      const rule = rulesOf(production).find(({ Name }) => Name === `${name}-per-address`);
      expect(rule?.Statement.RateBasedStatement).toMatchObject({
        AggregateKeyType: 'IP',
        Limit: limit.max,
        EvaluationWindowSec: limit.within,
      });
      const where = rule?.Statement.RateBasedStatement?.ScopeDownStatement;
      expect([matches(where, path), matches(where, '/api/viewInbox')]).toEqual([true, false]);
      expect(rule?.Action?.Block.CustomResponse).toMatchObject({ ResponseCode: 429 });
    }
  });

  test('does not block a message for its HTML, a picture for its size or a person for their name', () => {
    const counted = Object.fromEntries(
      rulesOf(production).flatMap(({ Name, Statement: { ManagedRuleGroupStatement: group } }) =>
        group
          ? [[Name, group.RuleActionOverrides.map((one) => one.ActionToUse.Count && one.Name)]]
          : [],
      ),
    );
    expect(Object.keys(counted)).toEqual(Object.keys(RULES_ON_BODIES));
    for (const [group, names] of Object.entries(RULES_ON_BODIES))
      expect(counted[group]).toEqual(expect.arrayContaining([...names]));
    const name = 'ada.log';
    expect(new RegExp(USERNAME_ADDRESS).test(`/${name}`)).toBe(true);
    expect(counted.AWSManagedRulesCommonRuleSet).toEqual(
      expect.arrayContaining([
        'RestrictedExtensions_URIPATH',
        'RestrictedExtensions_QUERYARGUMENTS',
      ]),
    );
  });

  test('logs what it blocks, without tokens and queries, for a limited time', () => {
    const { RedactedFields, LoggingFilter } = only(production, 'AWS::WAFv2::LoggingConfiguration');
    expect(RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
      { QueryString: {} },
    ]);
    expect(LoggingFilter.DefaultBehavior).toBe('DROP');
    const { 'ReplyPaid-prod-Firewall': firewall } = production;
    expect(only({ firewall: firewall ?? { Resources: {} } }, 'AWS::Logs::LogGroup')).toMatchObject({
      LogGroupName: 'aws-waf-logs-replypaid-prod-firewall',
      RetentionInDays: 30,
    });
  });

  test('raises an alarm in its own region when it blocks many', () => {
    const alarms = resourcesOf(abroad, 'AWS::CloudWatch::Alarm');
    const [alarm] = alarms.filter(({ Properties }) => Properties.MetricName === 'BlockedRequests');
    expect(alarm?.Properties.AlarmActions).toEqual([
      { 'Fn::ImportValue': expect.stringMatching(/^ReplyPaid-abroad-EdgeTopic:/) },
    ]);
  });

  test('is absent if the settings disable it', () => {
    for (const templates of [example, without]) {
      expect(resourcesOf(templates, 'AWS::WAFv2::WebACL')).toEqual([]);
      expect(distributionOf(templates).WebACLId).toBeUndefined();
    }
  });
});

/** The AWS managed rules that inspect request bodies, from the AWS documentation. */
const RULES_ON_BODIES = {
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'EC2MetaDataSSRF_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'CrossSiteScripting_BODY',
  ],
  AWSManagedRulesKnownBadInputsRuleSet: [
    'JavaDeserializationRCE_BODY',
    'Log4JRCE_BODY',
    'ReactJSRCE_BODY',
  ],
} as const;

type Statement = {
  readonly ByteMatchStatement?: {
    readonly SearchString: string;
    readonly PositionalConstraint: 'EXACTLY' | 'STARTS_WITH';
    readonly FieldToMatch: { readonly UriPath: object };
  };
  readonly OrStatement?: { readonly Statements: readonly Statement[] };
  readonly NotStatement?: { readonly Statement: Statement };
  readonly RateBasedStatement?: { readonly ScopeDownStatement: Statement };
  readonly ManagedRuleGroupStatement?: {
    readonly RuleActionOverrides: readonly {
      readonly Name: string;
      readonly ActionToUse: { readonly Count?: object };
    }[];
  };
};

type Rule = {
  readonly Name: string;
  readonly Statement: Statement;
  readonly Action?: { readonly Block: { readonly CustomResponse: object } };
};

/** Returns whether a WAF statement about paths matches this path. */
function matches(statement: Statement | undefined, uri: string): boolean {
  const { ByteMatchStatement: bytes, OrStatement: or, NotStatement: not } = statement ?? {};
  if (or) return or.Statements.some((one) => matches(one, uri));
  if (not) return !matches(not.Statement, uri);
  if (!bytes) throw new Error('This is not a statement about a path.');
  return bytes.PositionalConstraint === 'EXACTLY'
    ? uri === bytes.SearchString
    : uri.startsWith(bytes.SearchString);
}
