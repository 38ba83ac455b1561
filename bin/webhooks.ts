import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { runCommand } from '#lib/operator/command.ts';
import { enterStage } from '#lib/operator/enter-stage.ts';

/*
 * Creates or updates the Stripe webhook endpoints of a stage. See docs/operations.md, First deployment.
 */

const USAGE = `npm run webhooks -- --stage <stage>

Creates or updates the two Stripe webhook endpoints of a stage, and stores their signing secrets. Run npm run secrets
first. Run it again after an update that handles other events.`;

const options = { stage: { type: 'string' } } as const;

await runCommand(USAGE, async () => {
  const { stage } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Name a stage: npm run webhooks -- --stage prod');
  if (stage === 'local')
    throw new CliError(
      'The local Stripe emulator needs no endpoints. With real test keys, run: stripe listen --forward-to <address>/webhooks/stripe, and set its secret as STRIPE_WEBHOOK_SECRET.',
    );
  enterStage(stage);
  const { configureWebhooks } = await import('#lib/operator/configure-webhooks.ts');
  for (const sentence of await configureWebhooks(stage)) console.log(sentence);
});
