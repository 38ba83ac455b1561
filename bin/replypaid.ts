import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions, sentenceOnMissing } from '../lib/bundle.ts';
import { CliError } from '../lib/cli-error.ts';
import { product } from '../lib/cloud/product.ts';
import { findWebBuild } from '../lib/cloud/site.ts';
import { runCommand } from '../lib/operator/command.ts';
import { checkAccount, readStageSettings } from '../lib/settings.ts';
import { areas } from '../shared/api/index.ts';
import { schedules } from '../shared/api/schedules.ts';
import { subscribers } from '../shared/api/subscribers.ts';

/*
 * The CDK app: `npx cdk deploy --all`, with `-c stage=<name>` for a stage other than that of cdk.json.
 *   -c urgent=true   production without the canary, when what is deployed is worse than any risk
 *   -c first=true    the first deployment of production: its nested stacks one after the other
 */

await runCommand('npm run synth -- -c stage=<stage>', async () => {
  const app = new App();
  const settings = readStageSettings(String(app.node.tryGetContext('stage')));
  // Whoever is signed in, as the CDK found out; nobody is where templates are only made.
  if (settings.stage !== 'example') checkAccount(settings, process.env.CDK_DEFAULT_ACCOUNT);
  const { directory, missing } = await bundleFunctions();
  const sentence = sentenceOnMissing(missing);
  if (sentence) throw new CliError(sentence);
  const web = findWebBuild(join(import.meta.dirname, '../dist/web'));
  const isGiven = (name: string) => app.node.tryGetContext(name) === 'true';
  product(app, {
    ...{ settings, areas, schedules, subscribers, web, bundles: directory },
    ...{ urgent: isGiven('urgent'), first: isGiven('first') },
  });
  app.synth();
});
