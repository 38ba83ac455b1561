import * as z from 'zod/mini';
import { operations } from '#shared/api/index.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import { systemFunctions } from '#shared/api/system-functions.ts';
import { CliError } from '../cli-error.ts';
import { CLOUDFRONT_REGION } from '../domain.ts';
import type { StageSettings } from '../settings.ts';
import { type AwsCli, checkSignedIn } from './check-signed-in.ts';
import { DEPLOYED_CHECKS } from './preflight-deployed.ts';
import {
  type Check,
  type Finding,
  isDeployed,
  missing,
  type NamedFinding,
  ok,
  skipped,
  succeeds,
} from './preflight-finding.ts';
import { MESSAGE_CHECKS } from './preflight-messages.ts';

/* Checks that an AWS account is ready for a stage, for problems that would otherwise appear halfway through a deployment or never. */

/** The number of functions of a stage, without a few of the deployment's own. */
const FUNCTION_COUNT = [operations, schedules, subscribers, systemFunctions].reduce(
  (sum, functions) => sum + Object.keys(functions).length,
  0,
);

/** Each job and the probe reserve one concurrent execution, and AWS requires 100 unreserved ones. The rest serves requests. */
const MIN_CONCURRENCY = 200;

const region: Check = ({ region: name }, ask) => {
  const { RegionOptStatus: status } = z
    .object({ RegionOptStatus: z.string() })
    .parse(ask('account', 'get-region-opt-status', '--region-name', name));
  return status.startsWith('ENABLED')
    ? ok(`The region ${name} is enabled.`)
    : missing(
        `The region ${name} is not enabled in this account: aws account enable-region --region-name ${name}`,
      );
};

const bootstrap: Check = ({ account, region: own }, ask) => {
  const without = [...new Set([own, CLOUDFRONT_REGION])].filter(
    (name) =>
      !succeeds(
        ask,
        'cloudformation',
        'describe-stacks',
        '--stack-name',
        'CDKToolkit',
        '--region',
        name,
      ),
  );
  return without.length === 0
    ? ok('CDK is bootstrapped in each region.')
    : missing(
        `CDK is not bootstrapped yet: npx cdk bootstrap ${without.map((name) => `aws://${account}/${name}`).join(' ')}`,
      );
};

const lambdaQuota: Check = ({ region: name }, ask) => {
  const words = ['--service-code', 'lambda', '--quota-code', 'L-B99A9384', '--region', name];
  const { Quota } = z
    .object({ Quota: z.object({ Value: z.number() }) })
    .parse(ask('service-quotas', 'get-service-quota', ...words));
  return Quota.Value >= MIN_CONCURRENCY
    ? ok(`${Quota.Value} concurrent executions are allowed.`)
    : missing(
        `Only ${Quota.Value} concurrent executions are allowed, and at least ${MIN_CONCURRENCY} are needed: aws service-quotas request-service-quota-increase ${words.join(' ')} --desired-value 1000`,
      );
};

/** Each function has a role of its own, and an account has 1,000 roles by default. */
const roles: Check = (settings, ask) => {
  if (isDeployed(settings, ask, 'Api')) return ok('The roles of the functions exist already.');
  const { SummaryMap: summary } = z
    .object({ SummaryMap: z.object({ Roles: z.number(), RolesQuota: z.number() }) })
    .parse(ask('iam', 'get-account-summary'));
  const free = summary.RolesQuota - summary.Roles;
  return free >= FUNCTION_COUNT
    ? ok(`${free} more IAM roles are allowed, and the functions need about ${FUNCTION_COUNT}.`)
    : missing(
        `Only ${free} more IAM roles are allowed, and the functions need about ${FUNCTION_COUNT}: aws service-quotas request-service-quota-increase --region us-east-1 --service-code iam --quota-code L-FE177D64 --desired-value ${summary.RolesQuota + 1_000}`,
      );
};

/** The account's own limit is above that of each route, so a route reaches its own throttle first. */
const apiThrottle: Check = ({ region: name, throttles }, ask) => {
  const { throttleSettings: limit } = z
    .object({ throttleSettings: z.object({ rateLimit: z.number(), burstLimit: z.number() }) })
    .parse(ask('apigateway', 'get-account', '--region', name));
  const highest = Object.entries(throttles).find(
    ([, { perSecond, atOnce }]) => perSecond > limit.rateLimit || atOnce > limit.burstLimit,
  );
  const account = `API Gateway allows ${limit.rateLimit} requests per second and ${limit.burstLimit} at once in this account`;
  return highest
    ? missing(
        `${account}, less than the throttle "${highest[0]}" of the settings: lower it, or raise the quota "Throttle rate" of API Gateway in Service Quotas.`,
      )
    : ok(`${account}.`);
};

const covers = (pattern: string, name: string) =>
  pattern === name ||
  (pattern.startsWith('*.') && name.slice(name.indexOf('.')) === pattern.slice(1));

const domain: Check = ({ domain: own }, ask) => {
  if (!own) return ok('The settings have no domain: the stage gets an address of CloudFront.');
  if (own.certificateArn) return certificate(own.name, own.certificateArn, ask);
  const { HostedZone: zone } = z
    .object({
      HostedZone: z.object({ Name: z.string(), Config: z.object({ PrivateZone: z.boolean() }) }),
    })
    .parse(ask('route53', 'get-hosted-zone', '--id', own.hostedZoneId ?? ''));
  const zoneName = zone.Name.replace(/\.$/, '');
  const isWithin = own.name === zoneName || own.name.endsWith(`.${zoneName}`);
  return isWithin && !zone.Config.PrivateZone
    ? ok(`The hosted zone ${zoneName} contains ${own.name}.`)
    : missing(
        `The hosted zone ${own.hostedZoneId} is ${zone.Config.PrivateZone ? 'private' : `of ${zoneName}`}, and ${own.name} needs a public one of its domain: aws route53 list-hosted-zones`,
      );
};

function certificate(name: string, arn: string, ask: AwsCli): Finding {
  const { Certificate: found } = z
    .object({
      Certificate: z.object({
        Status: z.string(),
        DomainName: z.string(),
        SubjectAlternativeNames: z._default(z.array(z.string()), []),
      }),
    })
    .parse(
      ask('acm', 'describe-certificate', '--certificate-arn', arn, '--region', CLOUDFRONT_REGION),
    );
  if (found.Status !== 'ISSUED')
    return missing(
      `The certificate of ${name} has the status ${found.Status}, not ISSUED: add the CNAME record that ACM shows, and wait.`,
    );
  return [found.DomainName, ...found.SubjectAlternativeNames].some((one) => covers(one, name))
    ? ok(`The certificate of ${name} is issued.`)
    : missing(`The certificate is of ${found.DomainName}, not of ${name}: request one for it.`);
}

/** An account that has a distribution can create another. Whether a new account can is only known by trying. */
const cloudFront: Check = (_settings, ask) => {
  const { DistributionList: list } = z
    .object({
      DistributionList: z.object({
        Quantity: z.optional(z.number()),
        Items: z.optional(z.array(z.unknown())),
      }),
    })
    .parse(ask('cloudfront', 'list-distributions', '--max-items', '1'));
  return (list.Items?.length ?? list.Quantity ?? 0) > 0
    ? ok('This account already has a CloudFront distribution.')
    : skipped(
        'Whether AWS has verified this account for CloudFront: re-run with --yes to find out.',
      );
};

const CHECKS: Readonly<Record<string, Check>> = {
  Region: region,
  CDK: bootstrap,
  'Lambda quota': lambdaQuota,
  'IAM roles': roles,
  'API throttle': apiThrottle,
  Domain: domain,
  CloudFront: cloudFront,
  ...MESSAGE_CHECKS,
  ...DEPLOYED_CHECKS,
};

/**
 * Runs every check that changes nothing; a check that fails does not stop the others. Throws a CliError when the AWS CLI
 * is signed in to another account than that of the stage.
 */
export function runAccountChecks(settings: StageSettings, ask: AwsCli): readonly NamedFinding[] {
  checkSignedIn(settings, ask);
  return Object.entries(CHECKS).map(([name, check]) => {
    try {
      return { name, ...check(settings, ask) };
    } catch (fault) {
      if (!(fault instanceof CliError)) throw fault;
      return { name, ...missing(`The check failed: ${fault.message}`) };
    }
  });
}

/** The command of the next deployment. The first one must create nested stacks one at a time. */
export function nextDeployment(settings: StageSettings, ask: AwsCli): string {
  const first = isDeployed(settings, ask, 'Api') ? '' : ' -c first=true';
  return `npm run build && npx cdk deploy --all -c stage=${settings.stage}${first}`;
}

const created = z.object({ Distribution: z.object({ Id: z.string() }), ETag: z.string() });

/**
 * Creates and deletes a disabled distribution, which AWS refuses to accounts that are not verified. Its CallerReference
 * contains the stage, so that a run after a crash finds the same distribution.
 */
export function tryCloudFront({ stage }: StageSettings, ask: AwsCli): Finding {
  const config = {
    CallerReference: `replypaid-${stage}-preflight`,
    Comment: 'npm run preflight; may be deleted',
    Enabled: false,
    Origins: {
      Quantity: 1,
      Items: [
        {
          Id: 'none',
          DomainName: 'example.com',
          CustomOriginConfig: { HTTPPort: 80, HTTPSPort: 443, OriginProtocolPolicy: 'https-only' },
        },
      ],
    },
    DefaultCacheBehavior: {
      TargetOriginId: 'none',
      ViewerProtocolPolicy: 'https-only',
      // The managed cache policy CachingDisabled.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    },
  };
  let made: z.infer<typeof created>;
  try {
    made = created.parse(
      ask('cloudfront', 'create-distribution', '--distribution-config', JSON.stringify(config)),
    );
  } catch (fault) {
    if (!(fault instanceof CliError)) throw fault;
    return missing(
      `CloudFront refused to create a distribution: ${fault.message} Ask AWS Support to verify the account.`,
    );
  }
  const { Distribution: distribution, ETag: version } = made;
  ask('cloudfront', 'wait', 'distribution-deployed', '--id', distribution.Id);
  ask('cloudfront', 'delete-distribution', '--id', distribution.Id, '--if-match', version);
  return ok('CloudFront can create distributions in this account.');
}
