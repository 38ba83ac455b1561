import * as z from 'zod/mini';
import { CliError } from '../cli-error.ts';
import { CLOUDFRONT_REGION } from '../domain.ts';
import type { StageSettings } from '../settings.ts';
import { type AwsCli, checkSignedIn } from './check-signed-in.ts';

/* Checks that an AWS account is ready for a stage, for problems that would otherwise appear halfway through a deployment or never. */

/** The result of a check. `missing` makes a deployment or a feature fail; `line` says what to do. */
export type Finding = { readonly state: 'ok' | 'missing' | 'not tried'; readonly line: string };

type Check = (settings: StageSettings, ask: AwsCli) => Finding;

const ok = (line: string): Finding => ({ state: 'ok', line });
const missing = (line: string): Finding => ({ state: 'missing', line });
export const skipped = (line: string): Finding => ({ state: 'not tried', line });

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

const textMessages: Check = ({ region: name }, ask) => {
  const { IsInSandbox: inside } = z
    .object({ IsInSandbox: z.boolean() })
    .parse(ask('sns', 'get-sms-sandbox-account-status', '--region', name));
  return inside
    ? missing(
        'SNS text messages are in the sandbox: only verified numbers get codes. See docs/operations.md, First deployment, step 9.',
      )
    : ok('SNS text messages are out of the sandbox.');
};

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
  'Text messages': textMessages,
  CloudFront: cloudFront,
};

/**
 * Runs every check that changes nothing; a check that fails does not stop the others. Throws a CliError when the AWS CLI
 * is signed in to another account than that of the stage.
 */
export function runAccountChecks(
  settings: StageSettings,
  ask: AwsCli,
): readonly (Finding & { readonly name: string })[] {
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
export function nextDeployment({ stage, region: name }: StageSettings, ask: AwsCli): string {
  const words = ['--stack-name', `ReplyPaid-${stage}-Api`, '--region', name];
  const isThere = succeeds(ask, 'cloudformation', 'describe-stacks', ...words);
  return `npm run build && npx cdk deploy --all -c stage=${stage}${isThere ? '' : ' -c first=true'}`;
}

function succeeds(ask: AwsCli, ...words: readonly string[]): boolean {
  try {
    ask(...words);
    return true;
  } catch (fault) {
    if (fault instanceof CliError) return false;
    throw fault;
  }
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
