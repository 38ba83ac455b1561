import * as z from 'zod';
import { checkAccount, type StageSettings } from '../settings.ts';

/** Asks AWS through its command line; aws-cli.ts does, and tests answer in its place. */
export type AskAws = (...words: readonly string[]) => unknown;

const identity = z.object({ Account: z.string() });

/** Throws a CliError when whoever is signed in at AWS is in another account than the stage. */
export function checkSignedIn(settings: StageSettings, ask: AskAws): void {
  checkAccount(settings, identity.parse(ask('sts', 'get-caller-identity')).Account);
}
