import { parseArgs } from 'node:util';
import { CliError } from '../lib/cli-error.ts';
import { aws } from '../lib/operator/aws-cli.ts';
import { runCommand } from '../lib/operator/command.ts';
import { nextStep } from '../lib/operator/origin-key.ts';
import { keyStore, resourceOf } from '../lib/operator/origin-key-state.ts';
import { checkSignedIn } from '../lib/operator/signed-in.ts';
import { readStageSettings } from '../lib/settings.ts';

/* Replaces the key between CloudFront and the functions. docs/operations.md, Replace a key. */

const USAGE = `npm run rotate -- --stage <stage> [--yes]

Replaces the key by which functions know that a call came through CloudFront, in three steps with a deployment after
each. Says the next step, and does it with --yes. Nobody is shut out meanwhile, wherever it stops.`;

const options = { stage: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;

await runCommand(USAGE, async () => {
  const { stage, yes } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Which stage? npm run rotate -- --stage prod');
  const settings = readStageSettings(stage);
  checkSignedIn(settings, aws);
  const data = `ReplyPaid-${stage}-Data`;
  const arn = resourceOf(aws, settings, data, 'AWS::SecretsManager::Secret', 'OriginKey');
  const keys = keyStore(arn, settings.region);
  const { says, act } = await nextStep({ settings, keys, ask: aws });
  for (const line of says) console.log(line);
  if (!yes) return console.log('Re-run with --yes to apply.');
  for (const line of await act()) console.log(line);
});
