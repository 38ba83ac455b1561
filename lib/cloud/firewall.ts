import {
  CrossStackReferences,
  Duration,
  ReferenceStrength,
  RemovalPolicy,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import { Alarm, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { operations } from '#shared/api/index.ts';
import type { OperationSpec } from '#shared/api/operation.ts';
import { REFUSALS } from '#shared/refusals.ts';
import { nameInStage, type StageSettings } from '../settings.ts';

/**
 * The requests of an IP address in five minutes above which it is blocked. A person in a chat sends up to 60 in that time,
 * so this allows 50 people who chat at once behind one address, such as an office or a mobile network. For a single
 * machine it is ten per second.
 */
export const CALLS_PER_ADDRESS = 3_000;
const WINDOW = Duration.minutes(5);

/**
 * The webhook deliveries of an IP address in five minutes above which it is blocked. Stripe sends about eight events per
 * conversation from a dozen addresses; a million conversations a day, all from one address, would be 28,000.
 * https://docs.stripe.com/ips#webhook-notifications
 */
export const DELIVERIES_PER_ADDRESS = 30_000;

/** The blocked requests in five minutes that set off the alarm. Scanners cause only tens per day. */
const MANY_BLOCKED = 1_000;

/**
 * AWS managed rules that only count, because they would block legitimate requests.
 *
 * Rules on the body: messages and bios are HTML with links and pictures, pictures have several megabytes, and so "larger than
 * 8 KB", "contains a tag" or "contains an attack pattern" are true of legitimate bodies. The definition of each operation
 * limits its input, and HTML is sanitized with an allow-list when it is stored.
 *
 * Rules on file extensions: `ada.log` and `max.conf` are usernames, in paths and in queries.
 *
 * WAF ignores unknown rule names without an error, so check the spelling:
 * https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
 */
const ONLY_COUNTED = {
  AWSManagedRulesCommonRuleSet: [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
    'RestrictedExtensions_URIPATH',
    'RestrictedExtensions_QUERYARGUMENTS',
  ],
  AWSManagedRulesKnownBadInputsRuleSet: [
    'JavaDeserializationRCE_BODY',
    'Log4JRCE_BODY',
    'ReactJSRCE_BODY',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type FirewallProps = StackProps & { readonly settings: StageSettings; readonly alarms: ITopic };

/** The AWS WAF web ACL of CloudFront. */
export class FirewallStack extends Stack {
  readonly arn: string;

  constructor(scope: Construct, id: string, { settings, alarms, ...props }: FirewallProps) {
    super(scope, id, props);
    const name = nameInStage(settings.stage, 'firewall');
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(name),
      customResponseBodies: { slowDown: RATE_LIMIT_RESPONSE },
      rules: [...OWN_RULES, ...edgeLimits(), ...MANAGED_RULES].map((rule, priority) => ({
        ...rule,
        priority,
      })),
    });
    // A weak reference, because an export could not be removed while CloudFront uses it.
    CrossStackReferences.of(firewall).produce(ReferenceStrength.WEAK);
    this.arn = firewall.attrArn;
    logBlocked(this, { firewall, settings });
    createBlockAlarm(this, { name, alarms });
  }
}

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Sampled requests would contain query strings and headers of people.
  sampledRequestsEnabled: false,
});

const path = (
  searchString: string,
  positionalConstraint: 'EXACTLY' | 'STARTS_WITH',
): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    searchString,
    positionalConstraint,
    fieldToMatch: { uriPath: {} },
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const anyOf = (...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty => ({
  orStatement: { statements },
});

const not = (statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({
  notStatement: { statement },
});

/** The same refusal as the API's, so that the web app shows its sentence. */
const RATE_LIMIT_RESPONSE = {
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({
    status: 'TOO_MANY_REQUESTS',
    message: REFUSALS.TOO_MANY_REQUESTS.sentence,
  }),
};

const tooManyRequests: CfnWebACL.RuleActionProperty = {
  block: {
    customResponse: {
      responseCode: REFUSALS.TOO_MANY_REQUESTS.http,
      customResponseBodyKey: 'slowDown',
      responseHeaders: [{ name: 'retry-after', value: `${WINDOW.toSeconds()}` }],
    },
  },
};

const OWN_RULES: readonly Rule[] = [
  {
    name: 'deliveries-per-address',
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit: DELIVERIES_PER_ADDRESS,
        evaluationWindowSec: WINDOW.toSeconds(),
        scopeDownStatement: path('/webhooks/stripe', 'EXACTLY'),
      },
    },
    action: tooManyRequests,
    visibilityConfig: visibility('deliveries-per-address'),
  },
  {
    // Stripe sends bursts from few addresses. The route has its own throttle, and deliveries are signed.
    name: 'stripe-webhook',
    statement: path('/webhooks/stripe', 'EXACTLY'),
    action: { allow: {} },
    visibilityConfig: visibility('stripe-webhook'),
  },
  {
    name: 'calls-per-address',
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit: CALLS_PER_ADDRESS,
        evaluationWindowSec: WINDOW.toSeconds(),
        // Files are served from CloudFront's cache and need no limit.
        scopeDownStatement: not(
          anyOf(path('/assets/', 'STARTS_WITH'), path('/media/', 'STARTS_WITH')),
        ),
      },
    },
    action: tooManyRequests,
    visibilityConfig: visibility('calls-per-address'),
  },
];

/**
 * The rules that count the `atEdge` limits of operations: calls of an IP address, in a sliding window. They cost nothing per
 * call, where a counter in the table is a write unit.
 */
function edgeLimits(): Rule[] {
  return Object.values<OperationSpec>(operations).flatMap(({ name, path: uri, limits }) =>
    limits
      .filter(({ atEdge }) => atEdge)
      .map(({ max, within }) => ({
        name: `${name}-per-address`,
        statement: {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            limit: max,
            evaluationWindowSec: within,
            scopeDownStatement: path(uri, 'EXACTLY'),
          },
        },
        action: tooManyRequests,
        visibilityConfig: visibility(`${name}-per-address`),
      })),
  );
}

const MANAGED_RULES: readonly Rule[] = Object.entries(ONLY_COUNTED).map(([name, counted]) => ({
  name,
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
}));

/** Logs blocked requests and their rule, without authorization headers, cookies and query strings. */
function logBlocked(
  stack: FirewallStack,
  { firewall, settings }: { readonly firewall: CfnWebACL; readonly settings: StageSettings },
): void {
  // WAF requires this prefix.
  const logGroupName = `aws-waf-logs-${nameInStage(settings.stage, 'firewall')}`;
  const log = new LogGroup(stack, 'Log', {
    logGroupName,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const logging = new CfnLoggingConfiguration(stack, 'Logging', {
    resourceArn: firewall.attrArn,
    // WAF does not accept the `:*` at the end of CDK's ARN.
    logDestinationConfigs: [
      `arn:aws:logs:${stack.region}:${stack.account}:log-group:${logGroupName}`,
    ],
    redactedFields: [
      { singleHeader: { Name: 'authorization' } },
      { singleHeader: { Name: 'cookie' } },
      { queryString: {} },
    ],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    },
  });
  logging.node.addDependency(log);
}

function createBlockAlarm(
  stack: FirewallStack,
  { name, alarms }: { readonly name: string; readonly alarms: ITopic },
): void {
  const metric = new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: name, Rule: 'ALL' },
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
  const alarm = new Alarm(stack, 'Alarm', {
    alarmName: name,
    alarmDescription: [
      'The firewall blocks many requests: an attack, or legitimate users who are blocked by mistake.',
      `Its log, in ${stack.region}: aws-waf-logs-${name}. docs/operations.md, "The firewall blocks many requests"`,
    ].join('\n'),
    metric,
    threshold: MANY_BLOCKED,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(alarms));
}
