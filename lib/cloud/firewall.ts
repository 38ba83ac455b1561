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
import { REFUSALS } from '../../shared/refusals.ts';
import { nameInStage, type StageSettings } from '../settings.ts';

/**
 * Calls of one address in five minutes before it is told to wait. Somebody in a chat asks 60 times in that time, at
 * its fastest pace; so this is a large office, or the many phones behind one address of a mobile network, all
 * chatting at once. It is also ten a second: what one machine may do to us, whatever it does.
 */
export const CALLS_PER_ADDRESS = 3_000;
const WINDOW = Duration.minutes(5);

/**
 * Deliveries of one address in five minutes. Stripe sends about eight events a conversation from a dozen addresses: a million
 * conversations a day, all from one address, would be 28,000. Whoever sends more is not Stripe.
 * https://docs.stripe.com/ips#webhook-notifications
 */
export const DELIVERIES_PER_ADDRESS = 30_000;

/** Turned away in five minutes before somebody should look; scanners alone make some tens in a day. */
const MANY_BLOCKED = 1_000;

/**
 * Rules of AWS that only count here, because they would turn people away.
 *
 * Those that read a body: a body is a letter in HTML with links and pictures, a bio, a picture of several megabytes,
 * or what Stripe says. "Larger than 8 KB", "has a tag in it" and "quotes an attack" are true of good letters. Each
 * definition says what its body may hold, and HTML is cleaned by an allow-list when it is written.
 *
 * Those that dislike an ending: `ada.log` and `max.conf` are usernames, in paths and in queries.
 *
 * WAF says nothing about a name that it does not know, so these are written with care:
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

/** What looks at each request before CloudFront answers it. */
export class FirewallStack extends Stack {
  readonly arn: string;

  constructor(scope: Construct, id: string, { settings, alarms, ...props }: FirewallProps) {
    super(scope, id, props);
    const name = nameInStage(settings.stage, 'firewall');
    const firewall = new CfnWebACL(this, 'Firewall', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: seen(name),
      customResponseBodies: { slowDown: SLOW_DOWN },
      rules: [...OWN_RULES, ...MANAGED_RULES].map((rule, priority) => ({ ...rule, priority })),
    });
    // Weak, so that it can be given up: an export would hold it here for as long as CloudFront names it.
    CrossStackReferences.of(firewall).produce(ReferenceStrength.WEAK);
    this.arn = firewall.attrArn;
    keepLog(this, { firewall, settings });
    watch(this, { name, alarms });
  }
}

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

const seen = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples show queries and headers of people.
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

/** As the API itself says it, so that the web app shows its own sentence. */
const SLOW_DOWN = {
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({
    status: 'TOO_MANY_REQUESTS',
    message: REFUSALS.TOO_MANY_REQUESTS.sentence,
  }),
};

const tooMany: CfnWebACL.RuleActionProperty = {
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
    action: tooMany,
    visibilityConfig: seen('deliveries-per-address'),
  },
  {
    // Stripe sends from few addresses, in bursts, and signs what it sends; its route has a throttle of its own.
    name: 'stripe-webhook',
    statement: path('/webhooks/stripe', 'EXACTLY'),
    action: { allow: {} },
    visibilityConfig: seen('stripe-webhook'),
  },
  {
    name: 'calls-per-address',
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        limit: CALLS_PER_ADDRESS,
        evaluationWindowSec: WINDOW.toSeconds(),
        // Files come out of CloudFront's own memory and cost nobody anything.
        scopeDownStatement: not(
          anyOf(path('/assets/', 'STARTS_WITH'), path('/media/', 'STARTS_WITH')),
        ),
      },
    },
    action: tooMany,
    visibilityConfig: seen('calls-per-address'),
  },
];

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
  visibilityConfig: seen(name),
}));

/** Who was turned away and by which rule, without what they brought: no token, no cookie, no query. */
function keepLog(
  stack: FirewallStack,
  { firewall, settings }: { readonly firewall: CfnWebACL; readonly settings: StageSettings },
): void {
  // WAF writes to names that begin like this and to no other.
  const logGroupName = `aws-waf-logs-${nameInStage(settings.stage, 'firewall')}`;
  const log = new LogGroup(stack, 'Log', {
    logGroupName,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const logging = new CfnLoggingConfiguration(stack, 'Logging', {
    resourceArn: firewall.attrArn,
    // Without the `:*` at the end that CDK gives it.
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

function watch(
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
      'Many requests are turned away at the door: an attack, or people who look like one and cannot use the product.',
      `Its log, in ${stack.region}: aws-waf-logs-${name}. docs/operations.md, "The firewall turns many away"`,
    ].join('\n'),
    metric,
    threshold: MANY_BLOCKED,
    evaluationPeriods: 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(alarms));
}
