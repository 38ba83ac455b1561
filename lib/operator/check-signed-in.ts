import * as z from 'zod/mini';
import { checkAccount, type StageSettings } from '../settings.ts';

/** Runs an AWS CLI command and returns its output. Tests replace it. */
export type AwsCli = (...words: readonly string[]) => unknown;

const identity = z.object({ Account: z.string() });

/** Throws a CliError when the AWS CLI is signed in to another account than that of the stage. */
export function checkSignedIn(settings: StageSettings, ask: AwsCli): void {
  checkAccount(settings, identity.parse(ask('sts', 'get-caller-identity')).Account);
}
