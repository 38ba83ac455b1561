import { join } from 'node:path';
import * as z from 'zod';
import { CliError } from '../cli-error.ts';
import { Clock } from '../local/clock.ts';
import { runningEnvironment } from '../local/lock.ts';
import { checkAccount, nameInStage, readStageSettings } from '../settings.ts';
import { aws } from './aws-cli.ts';

/** A function that every stage has and whose environment is that of all. */
const ANY_FUNCTION = 'expireConversations';

/**
 * Gives this process the environment that the functions of a stage find, so that storage and gateways mean that stage.
 * Call it before importing them. `local` is the world that `npm start` runs from LOCAL_FOLDER. Throws a CliError when
 * the stage has no settings, is not deployed, is of another account, or does not run.
 */
export function enterStage(stage: string): void {
  Object.assign(process.env, stage === 'local' ? localEnvironment() : deployedEnvironment(stage));
}

function localEnvironment(): Readonly<Record<string, string>> {
  const folder = process.env.LOCAL_FOLDER ?? join(import.meta.dirname, '../../.local');
  const environment = runningEnvironment(folder);
  if (!environment) throw new CliError('Nothing runs on this machine: start it first, npm start.');
  // The clock may have moved since it was written down.
  return { ...environment, CLOCK_OFFSET_MS: String(new Clock(folder).offsetMs) };
}

const configuration = z.object({
  FunctionArn: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

function deployedEnvironment(stage: string): Readonly<Record<string, string>> {
  const settings = readStageSettings(stage);
  const { region } = settings;
  const name = nameInStage(stage, ANY_FUNCTION);
  const { FunctionArn: arn, Environment: environment } = configuration.parse(
    aws('lambda', 'get-function-configuration', '--function-name', name, '--region', region),
  );
  // `arn:aws:lambda:us-east-1:123456789012:function:…`; another account may have a stage of the same name.
  checkAccount(settings, arn.split(':')[4]);
  return { ...environment.Variables, AWS_REGION: region };
}
