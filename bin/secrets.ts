import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { runCommand } from '../lib/operator/command.ts';
import { enterStage } from '../lib/operator/enter-stage.ts';
import { takeGiven } from '../lib/operator/given-secrets.ts';
import { readStageSettings } from '../lib/settings.ts';

/*
 * Stores the Stripe keys of a stage. Safe to run again: what is not given stays. docs/operations.md, First deployment.
 */

const USAGE = `npm run secrets -- --stage <stage> [--offline]

Stores the Stripe keys of a stage, asked for without an echo, or taken from STRIPE_SECRET_KEY and
STRIPE_PUBLISHABLE_KEY in the environment or as lines of a pipe. Prints what is stored, never a secret.
--offline does not ask Stripe whether the keys work.`;

const options = {
  stage: { type: 'string' },
  offline: { type: 'boolean', default: false },
} as const;

await runCommand(USAGE, async () => {
  const { stage, offline } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Which stage? npm run secrets -- --stage prod');
  enterStage(stage);
  const given = stage === 'local' ? {} : await takeGiven();
  const { keepSecrets } = await import('../lib/operator/keep-secrets.ts');
  const production = stage !== 'local' && readStageSettings(stage).production;
  console.log(await keepSecrets({ stage, production, given, offline }));
});
