import { parseArgs } from 'node:util';
import { CliError } from '#lib/cli-error.ts';
import { aws } from '#lib/operator/aws-cli.ts';
import { checkSignedIn } from '#lib/operator/check-signed-in.ts';
import { runCommand } from '#lib/operator/command.ts';
import { nextRotationStep } from '#lib/operator/origin-key.ts';
import { keyStore, resourceOf } from '#lib/operator/origin-key-state.ts';
import { readStageSettings } from '#lib/settings.ts';

/* Replaces the origin key. See docs/operations.md, Replace a key. */

const USAGE = `npm run rotate -- --stage <stage> [--yes]

Replaces the origin key, by which functions recognize calls from CloudFront, in three steps with a deployment after
each. Prints the next step, and does it with --yes. The stage stays available throughout, also if a step fails.`;

const options = { stage: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;

await runCommand(USAGE, async () => {
  const { stage, yes } = parseArgs({ options }).values;
  if (!stage) throw new CliError('Name a stage: npm run rotate -- --stage prod');
  const settings = readStageSettings(stage);
  checkSignedIn(settings, aws);
  const data = `ReplyPaid-${stage}-Data`;
  const arn = resourceOf(aws, settings, data, 'AWS::SecretsManager::Secret', 'OriginKey');
  const keys = keyStore(arn, settings.region);
  const { summary, apply } = await nextRotationStep({ settings, keys, ask: aws });
  for (const line of summary) console.log(line);
  if (!yes) return console.log('Re-run with --yes to apply.');
  for (const line of await apply()) console.log(line);
});
