import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { enterStage } from '#lib/operator/enter-stage.ts';
import { readSecretInput } from '#lib/operator/secret-input.ts';
import { readStageSettings } from '#lib/settings.ts';

/*
 * Stores the Stripe keys of a stage. Keys that are not given stay unchanged. See docs/operations.md, First deployment.
 */

const USAGE = `npm run secrets -- --stage <stage> [--offline]

Stores the Stripe keys of a stage. Reads STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY from the environment or from lines
of a pipe, or prompts for them without echo. Prints which keys are stored, never a secret.
--offline skips the check of the keys at Stripe.`;

const options = {
  stage: { type: 'string' },
  offline: { type: 'boolean', default: false },
} as const;

await runCommand(USAGE, async () => {
  const { stage, offline } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Name a stage: npm run secrets -- --stage prod');
  enterStage(stage);
  const given = stage === 'local' ? {} : await readSecretInput();
  const { updateSecrets } = await import('#lib/operator/update-secrets.ts');
  const production = stage !== 'local' && readStageSettings(stage).production;
  console.log(await updateSecrets({ stage, production, given, offline }));
});
