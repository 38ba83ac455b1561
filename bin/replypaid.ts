import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions, missingHandlersMessage } from '../lib/bundle.ts';
import { ConfigError } from '../lib/cli-error.ts';
import { product } from '../lib/cloud/product.ts';
import { findWebBuild } from '../lib/cloud/site.ts';
import { runCommand } from '../lib/operator/command.ts';
import { checkAccount, readStageSettings } from '../lib/settings.ts';
import { areas } from '../shared/api/index.ts';
import { schedules } from '../shared/api/schedules.ts';
import { subscribers } from '../shared/api/subscribers.ts';

/*
 * The CDK app: `npx cdk deploy --all`, with `-c stage=<name>` for a stage other than that of cdk.json.
 *   -c urgent=true   deploys to production without the canary, for an emergency fix
 *   -c first=true    creates nested stacks one at a time, for the first deployment
 */

await runCommand('npm run synth -- -c stage=<stage>', async () => {
  const app = new App();
  const settings = readStageSettings(String(app.node.tryGetContext('stage')));
  // The CDK sets CDK_DEFAULT_ACCOUNT to the signed-in account. It is undefined for an offline synth.
  if (settings.stage !== 'example') checkAccount(settings, process.env.CDK_DEFAULT_ACCOUNT);
  const { directory, missing } = await bundleFunctions();
  const message = missingHandlersMessage(missing);
  if (message) throw new ConfigError(message);
  const web = findWebBuild(join(import.meta.dirname, '../dist/web'));
  const isGiven = (name: string) => app.node.tryGetContext(name) === 'true';
  product(app, {
    ...{ settings, areas, schedules, subscribers, web, bundles: directory },
    ...{ urgent: isGiven('urgent'), first: isGiven('first') },
  });
  app.synth();
});
