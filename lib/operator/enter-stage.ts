import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { setCredentialSource } from '#functions/aws-clients.ts';
import { CliError } from '../cli-error.ts';
import { Clock } from '../local/clock.ts';
import { runningEnvironment } from '../local/lock.ts';
import { checkAccount, nameInStage, readStageSettings } from '../settings.ts';
import { aws } from './aws-cli.ts';

/** A function that every stage has. All functions of a stage have the same environment variables. */
const ANY_FUNCTION = 'expireConversations';

/**
 * Gives this process the environment variables of a stage's functions, so that storage and gateways use that stage. Call
 * it before importing them. `local` is the stage that `npm start` runs from LOCAL_FOLDER. Throws a CliError when the stage
 * has no settings, is not deployed or not running, or belongs to another AWS account.
 */
export function enterStage(stage: string): void {
  Object.assign(process.env, stage === 'local' ? localEnvironment() : deployedEnvironment(stage));
}

function localEnvironment(): Readonly<Record<string, string>> {
  const folder = process.env.LOCAL_FOLDER ?? join(import.meta.dirname, '../../.local');
  const environment = runningEnvironment(folder);
  if (!environment)
    throw new CliError('ReplyPaid is not running on this machine. Start it first: npm start');
  // The clock may have been moved since the environment was saved.
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
  // Another account may have a stage of the same name. The ARN is `arn:aws:lambda:us-east-1:123456789012:function:…`.
  checkAccount(settings, arn.split(':')[4]);
  // Functions find their credentials in variables; an operator may also have a profile or a sign-in of the AWS CLI.
  setCredentialSource(new DynamoDBClient({ region }).config.credentials);
  return { ...environment.Variables, AWS_REGION: region };
}
