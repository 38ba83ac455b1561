import { join } from 'node:path';
import { missingHandlersMessage } from '#lib/bundle.ts';
import { ConfigError } from '#lib/cli-error.ts';
import { buildDeployedFunctions } from '#lib/local/builds.ts';
import { runCommand } from '#lib/operator/command.ts';
import { addPictureDecoder } from '#lib/picture-decoder.ts';
import { areas } from '#shared/api/index.ts';
import { schedules } from '#shared/api/schedules.ts';
import { subscribers } from '#shared/api/subscribers.ts';

/*
 * The CDK app: `npx cdk deploy --all`, with `-c stage=<name>` for a stage other than that of cdk.json.
 *   -c urgent=true   deploys to production without the canary, for an emergency fix
 *   -c first=true    creates nested stacks one at a time, for the first deployment
 */

await runCommand('npm run synth -- -c stage=<stage>', async () => {
  const [{ App }, { product }, { findWebBuild }, stages] = await Promise.all([
    import('aws-cdk-lib'),
    import('#lib/cloud/product.ts'),
    import('#lib/cloud/site.ts'),
    import('#lib/settings.ts'),
  ]);
  const app = new App({
    // It only prints warnings, and takes as long as everything else. test/cloud/service-spec.test.ts validates instead.
    builtinCloudFormationValidation: false,
    // Only AWS's own tools read these two: a list of all constructs, and of their versions.
    treeMetadata: false,
    analyticsReporting: false,
  });
  const settings = stages.readStageSettings(String(app.node.tryGetContext('stage')));
  // The CDK sets CDK_DEFAULT_ACCOUNT to the signed-in account. It is undefined for an offline synth.
  if (settings.stage !== 'example') stages.checkAccount(settings, process.env.CDK_DEFAULT_ACCOUNT);
  // After the settings, because building takes the longest.
  const { directory, missing, metafile } = await buildDeployedFunctions(() => undefined);
  const message = missingHandlersMessage(missing);
  if (message) throw new ConfigError(message);
  await addPictureDecoder(directory, metafile);
  const web = findWebBuild(join(import.meta.dirname, '../dist/web'));
  const isGiven = (name: string) => app.node.tryGetContext(name) === 'true';
  product(app, {
    settings,
    areas,
    schedules,
    subscribers,
    web,
    bundles: directory,
    urgent: isGiven('urgent'),
    first: isGiven('first'),
  });
  app.synth();
});
