import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startStripeEmulator } from '@replypaid/stripe-emulator';
import { startAws } from '#lib/local/aws/aws.ts';
import { localSecret, secretVariables } from '#shared/secret-names.ts';

/*
 * A fake deployed stage for operator commands: an `aws` executable on the PATH that returns the environment of its
 * functions, with emulators of Secrets Manager and Stripe. It has the name and settings of the stage `example`.
 */

export const STAGE = 'example';
/** The account in settings/example.json. The variable SIGNED_IN simulates credentials of another account. */
const ACCOUNT = '123456789012';
export const KEYS = { secretKey: 'sk_test_stage', publishableKey: 'pk_test_stage' };
/** The secret as the deployment generates it. */
export const GENERATED = {
  hashKey: 'k'.repeat(64),
  stripeSecretKey: '',
  stripePublishableKey: '',
  stripeWebhookSecret: '',
};

export type CommandResult = { readonly code: number; readonly out: string; readonly err: string };
export type DeployedStage = Awaited<ReturnType<typeof startDeployedStage>>;

export async function startDeployedStage() {
  const folder = mkdtempSync(join(tmpdir(), 'replypaid-stage-'));
  let stored: Record<string, unknown> = { ...GENERATED };
  let writes = 0;
  const aws = await startAws({
    secrets: () => stored,
    keepSecrets: (secrets) => {
      stored = { ...secrets };
      writes += 1;
    },
    onTextMessage: () => undefined,
    onEvent: () => undefined,
  });
  const stripe = await startStripeEmulator({ now: Date.now, ...KEYS });
  const environment = {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    STRIPE_API_BASE: stripe.url,
    ...secretVariables((name) => localSecret(name, 'stage')),
    SETTINGS: JSON.stringify({
      stage: STAGE,
      origin: 'https://d1.cloudfront.net',
      launchDate: '2027-01-01',
      phoneCountries: ['US', 'CA'],
      fees: JSON.parse(readFileSync(join(__dirname, '../../settings/example.json'), 'utf8')).fees,
    }),
  };
  writeAws(folder, environment);
  return {
    stripe,
    environment,
    stored: () => stored,
    store: (secrets: Record<string, unknown>) => {
      stored = { ...GENERATED, ...secrets };
    },
    /** The number of times that the secret was written. */
    writes: () => writes,
    /** Runs `npm run <name> -- --stage example …` with these environment variables and this standard input. */
    run: (name: string, words: string[] = [], given: Given = {}) => run(folder, name, words, given),
    stop: async () => {
      await Promise.all([aws.stop(), stripe.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeAws(folder: string, variables: Readonly<Record<string, string>>): void {
  const answer = JSON.stringify({
    FunctionArn: 'arn:aws:lambda:us-east-1:ACCOUNT:function:replypaid-example-expireConversations',
    Environment: { Variables: variables },
  });
  const script = `#!${process.execPath}
if (process.argv[3] === 'get-function-configuration') 
  console.log(${JSON.stringify(answer)}.replace('ACCOUNT', process.env.SIGNED_IN ?? '${ACCOUNT}'));`;
  writeFileSync(join(folder, 'aws'), script);
  chmodSync(join(folder, 'aws'), 0o755);
}

type Given = { readonly variables?: Readonly<Record<string, string>>; readonly piped?: string };

function run(
  folder: string,
  name: string,
  words: string[],
  { variables, piped = '' }: Given,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', `bin/${name}.ts`, '--stage', STAGE, ...words],
      {
        cwd: join(__dirname, '../..'),
        env: {
          PATH: `${folder}${delimiter}${process.env.PATH}`,
          AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
          ...variables,
        },
      },
      (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), out, err }),
    );
    child.stdin?.end(piped);
  });
}
