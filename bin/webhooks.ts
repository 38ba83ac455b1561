import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { runCommand } from '../lib/operator/command.ts';
import { enterStage } from '../lib/operator/enter-stage.ts';

/*
 * Lets Stripe tell a stage what happens. Safe to run again. docs/operations.md, First deployment.
 */

const USAGE = `npm run webhooks -- --stage <stage>

Makes or mends the two webhook endpoints of a stage at Stripe, and stores their signing secrets. Needs the keys that
npm run secrets stores. Run it again after an update that listens to other events.`;

const options = { stage: { type: 'string' } } as const;

await runCommand(USAGE, async () => {
  const { stage } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Which stage? npm run webhooks -- --stage prod');
  if (stage === 'local')
    throw new CliError(
      'On this machine the Stripe emulator sends them already. With real test keys: stripe listen --forward-to <address>/webhooks/stripe, and its secret as STRIPE_WEBHOOK_SECRET.',
    );
  enterStage(stage);
  const { tellWebhooks } = await import('../lib/operator/tell-webhooks.ts');
  for (const sentence of await tellWebhooks(stage)) console.log(sentence);
});
