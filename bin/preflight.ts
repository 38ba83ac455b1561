import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { aws } from '#lib/operator/aws-cli.ts';
import { runCommand } from '#lib/operator/command.ts';
import { nextDeployment, runAccountChecks, tryCloudFront } from '#lib/operator/preflight.ts';
import { checkStripe, tryStripeKeys } from '#lib/operator/preflight-keys.ts';
import { secretsFromVariables } from '#lib/operator/secret-input.ts';
import { readStageSettings } from '#lib/settings.ts';

/* Checks that an AWS account is ready for a stage. See docs/operations.md, First deployment. */

const USAGE = `npm run preflight -- --stage <stage> [--yes]

Checks that the AWS account and the Stripe account (STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY in the environment) are
ready for a stage, and changes nothing. With --yes it also tests CloudFront with a temporary, disabled distribution, and
with test keys a hold and an account of Connect; all of them are deleted again.`;

const options = { stage: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;

await runCommand(USAGE, async () => {
  const { stage, yes } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Name a stage: npm run preflight -- --stage prod');
  const settings = readStageSettings(stage);
  const keys = secretsFromVariables(process.env);
  const checked = [...runAccountChecks(settings, aws), ...(await checkStripe(settings, keys))];
  const findings = checked.filter(
    ({ state, name }) => !(yes && state === 'not tried' && name === 'CloudFront'),
  );
  if (yes) {
    if (findings.length < checked.length)
      findings.push({ name: 'CloudFront', ...tryCloudFront(settings, aws) });
    findings.push(...(await tryStripeKeys(keys)));
  }
  for (const { name, state, line } of findings)
    console.log(`${state.padEnd(10)}${name.padEnd(16)}${line}`);
  if (findings.some(({ state }) => state === 'missing'))
    throw new CliError('The account is not ready for the stage.');
  console.log(`Next: ${nextDeployment(settings, aws)}`);
  if (!yes)
    console.log('Re-run with --yes to also test CloudFront and Stripe with temporary resources.');
});
