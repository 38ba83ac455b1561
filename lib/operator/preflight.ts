import * as z from 'zod';
import { CliError } from '../cli-error.ts';
import { CLOUDFRONT_REGION } from '../domain.ts';
import type { StageSettings } from '../settings.ts';
import { type AskAws, checkSignedIn } from './signed-in.ts';

/* What an account must have before a stage is deployed to it: what AWS would otherwise say half way through, or never. */

/** What one check found. `missing` stops a deployment, or leaves people without something; the line says what to do. */
export type Finding = { readonly state: 'ok' | 'missing' | 'not tried'; readonly line: string };

type Check = (settings: StageSettings, ask: AskAws) => Finding;

const ok = (line: string): Finding => ({ state: 'ok', line });
const missing = (line: string): Finding => ({ state: 'missing', line });
export const notTried = (line: string): Finding => ({ state: 'not tried', line });

/** Each job and the probe reserve one run, and AWS insists on 100 that nobody reserved; the rest is for people. */
const LEAST_AT_ONCE = 200;

const region: Check = ({ region: name }, ask) => {
  const { RegionOptStatus: status } = z
    .object({ RegionOptStatus: z.string() })
    .parse(ask('account', 'get-region-opt-status', '--region-name', name));
  return status.startsWith('ENABLED')
    ? ok(`The region ${name} is on.`)
    : missing(
        `The region ${name} is off in this account: aws account enable-region --region-name ${name}`,
      );
};

const bootstrap: Check = ({ account, region: own }, ask) => {
  const without = [...new Set([own, CLOUDFRONT_REGION])].filter(
    (name) =>
      !answers(
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
    ? ok('CDK has its room in each region.')
    : missing(
        `CDK has no room yet: npx cdk bootstrap ${without.map((name) => `aws://${account}/${name}`).join(' ')}`,
      );
};

const lambdaQuota: Check = ({ region: name }, ask) => {
  const words = ['--service-code', 'lambda', '--quota-code', 'L-B99A9384', '--region', name];
  const { Quota } = z
    .object({ Quota: z.object({ Value: z.number() }) })
    .parse(ask('service-quotas', 'get-service-quota', ...words));
  return Quota.Value >= LEAST_AT_ONCE
    ? ok(`${Quota.Value} functions may run at once.`)
    : missing(
        `Only ${Quota.Value} functions may run at once, and ${LEAST_AT_ONCE} is the least: aws service-quotas request-service-quota-increase ${words.join(' ')} --desired-value 1000`,
      );
};

const textMessages: Check = ({ region: name }, ask) => {
  const { IsInSandbox: inside } = z
    .object({ IsInSandbox: z.boolean() })
    .parse(ask('sns', 'get-sms-sandbox-account-status', '--region', name));
  return inside
    ? missing(
        'Text messages are in the sandbox: only your own numbers get codes. See the handbook, step 9.',
      )
    : ok('Text messages have left the sandbox.');
};

/** An account that has a distribution may have another. Whether a new one may is only seen by trying. */
const cloudFront: Check = (_settings, ask) => {
  const { DistributionList: list } = z
    .object({
      DistributionList: z.object({
        Quantity: z.number().optional(),
        Items: z.array(z.unknown()).optional(),
      }),
    })
    .parse(ask('cloudfront', 'list-distributions', '--max-items', '1'));
  return (list.Items?.length ?? list.Quantity ?? 0) > 0
    ? ok('CloudFront has a distribution in this account already.')
    : notTried('Whether AWS has verified this account for CloudFront is tried with --yes.');
};

const CHECKS: Readonly<Record<string, Check>> = {
  Region: region,
  CDK: bootstrap,
  'Lambda quota': lambdaQuota,
  'Text messages': textMessages,
  CloudFront: cloudFront,
};

/**
 * Looks at everything that can be looked at without changing anything, each check whatever the others say. Throws a
 * CliError when whoever is signed in is in another account than the stage.
 */
export function lookAtAccount(
  settings: StageSettings,
  ask: AskAws,
): readonly (Finding & { readonly name: string })[] {
  checkSignedIn(settings, ask);
  return Object.entries(CHECKS).map(([name, check]) => {
    try {
      return { name, ...check(settings, ask) };
    } catch (fault) {
      if (!(fault instanceof CliError)) throw fault;
      return { name, ...missing(`It could not be looked at: ${fault.message}`) };
    }
  });
}

/** Which deployment comes next: the first one makes nested stacks one after the other. */
export function nextDeployment({ stage, region: name }: StageSettings, ask: AskAws): string {
  const words = ['--stack-name', `ReplyPaid-${stage}-Api`, '--region', name];
  const isThere = answers(ask, 'cloudformation', 'describe-stacks', ...words);
  return `npm run build && npx cdk deploy --all -c stage=${stage}${isThere ? '' : ' -c first=true'}`;
}

function answers(ask: AskAws, ...words: readonly string[]): boolean {
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
 * Makes a distribution that is switched off, which an account that is not verified may not, and removes it. It is named
 * after the stage, so that a run after one that died takes up the same.
 */
export function tryCloudFront({ stage }: StageSettings, ask: AskAws): Finding {
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
      // CachingDisabled, one of AWS's own policies.
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
      `CloudFront takes nothing from this account: ${fault.message} Ask AWS Support to verify it.`,
    );
  }
  const { Distribution: distribution, ETag: version } = made;
  ask('cloudfront', 'wait', 'distribution-deployed', '--id', distribution.Id);
  ask('cloudfront', 'delete-distribution', '--id', distribution.Id, '--if-match', version);
  return ok('CloudFront makes distributions in this account.');
}
