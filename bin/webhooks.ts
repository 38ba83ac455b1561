import { parseArgs } from 'node:util';
import { runCommand } from '../lib/operator/command.ts';
import { enterStage } from '../lib/operator/enter-stage.ts';
import { Sentence } from '../lib/sentence.ts';

/*
 * npm run webhooks -- --stage prod
 *
 * Lets Stripe tell the stage what happens: makes or mends its two webhook endpoints, and stores their signing secrets.
 * Needs the keys that `npm run secrets` stores. Safe to run again; run it after an update that listens to other events.
 */

const options = { stage: { type: 'string' } } as const;

await runCommand(async () => {
  const { stage } = parseArgs({ options }).values;
  if (!stage) throw new Sentence('Which stage? npm run webhooks -- --stage prod');
  if (stage === 'local')
    throw new Sentence(
      'On this machine the stand-in for Stripe tells it already. With real test keys: stripe listen --forward-to <address>/webhooks/stripe, and its secret as STRIPE_WEBHOOK_SECRET.',
    );
  enterStage(stage);
  const { tellWebhooks } = await import('../lib/operator/tell-webhooks.ts');
  for (const sentence of await tellWebhooks(stage)) console.log(sentence);
});
