import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions, sentenceOnMissing } from '../lib/bundle.ts';
import { product } from '../lib/cloud/product.ts';
import { findWebBuild } from '../lib/cloud/site.ts';
import { runCommand } from '../lib/operator/command.ts';
import { Sentence } from '../lib/sentence.ts';
import { readStageSettings } from '../lib/settings.ts';
import { areas } from '../shared/api/index.ts';
import { schedules } from '../shared/api/schedules.ts';
import { subscribers } from '../shared/api/subscribers.ts';

/*
 * The CDK app: `npx cdk deploy --all`, with `-c stage=<name>` for a stage other than that of cdk.json.
 *   -c urgent=true   production without the canary, when what is deployed is worse than any risk
 */

await runCommand('npm run synth -- -c stage=<stage>', async () => {
  const app = new App();
  const settings = readStageSettings(String(app.node.tryGetContext('stage')));
  const { directory, missing } = await bundleFunctions();
  const sentence = sentenceOnMissing(missing);
  if (sentence) throw new Sentence(sentence);
  const web = findWebBuild(join(import.meta.dirname, '../dist/web'));
  const urgent = app.node.tryGetContext('urgent') === 'true';
  product(app, { settings, areas, schedules, subscribers, bundles: directory, web, urgent });
  app.synth();
});
