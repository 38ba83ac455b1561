import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { aws } from '../lib/operator/aws-cli.ts';
import { runCommand } from '../lib/operator/command.ts';
import { fromVariables } from '../lib/operator/given-secrets.ts';
import { tryLeadingKeys, writeAsIn } from '../lib/operator/leading-keys-trial.ts';
import { lookAtAccount, nextDeployment, tryCloudFront } from '../lib/operator/preflight.ts';
import { checkKeys } from '../lib/operator/preflight-keys.ts';
import { readStageSettings } from '../lib/settings.ts';

/* Looks whether an account is ready for a stage. docs/operations.md, First deployment. */

const USAGE = `npm run preflight -- --stage <stage> [--yes]

Looks whether the AWS account and the Stripe keys (STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY in the environment) are
ready for a stage, and changes nothing. With --yes it also makes a table, a role and a distribution that is switched off,
tries with them what only an account can show, and removes them: about five minutes, less than a cent.`;

const options = { stage: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;

await runCommand(USAGE, async () => {
  const { stage, yes } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Which stage? npm run preflight -- --stage prod');
  const settings = readStageSettings(stage);
  const looked = [
    ...lookAtAccount(settings, aws),
    { name: 'Stripe', ...(await checkKeys(settings, fromVariables(process.env))) },
  ];
  const findings = looked.filter(
    ({ state, name }) => !(yes && state === 'not tried' && name === 'CloudFront'),
  );
  if (yes) {
    if (findings.length < looked.length)
      findings.push({ name: 'CloudFront', ...tryCloudFront(settings, aws) });
    const writeAs = writeAsIn(settings.region);
    const trial = { settings, ask: aws, writeAs, wait: setTimeout };
    findings.push({ name: 'Leading keys', ...(await tryLeadingKeys(trial)) });
  }
  for (const { name, state, line } of findings)
    console.log(`${state.padEnd(10)}${name.padEnd(15)}${line}`);
  if (findings.some(({ state }) => state === 'missing'))
    throw new CliError('The account is not ready for the stage.');
  console.log(`Next: ${nextDeployment(settings, aws)}`);
  if (!yes)
    console.log(
      'Re-run with --yes to try the roles, and CloudFront where it is new, with things that are removed again.',
    );
});
