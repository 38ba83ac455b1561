import { CliError } from '../cli-error.ts';
import type { StageSettings } from '../settings.ts';
import type { AwsCli } from './check-signed-in.ts';

/** The result of a check. `missing` makes a deployment or a feature fail; `line` says what was found and what to do. */
export type Finding = { readonly state: 'ok' | 'missing' | 'not tried'; readonly line: string };
export type NamedFinding = Finding & { readonly name: string };

/** A check of an AWS account. It changes nothing. */
export type Check = (settings: StageSettings, ask: AwsCli) => Finding;

export const ok = (line: string): Finding => ({ state: 'ok', line });
export const missing = (line: string): Finding => ({ state: 'missing', line });
export const skipped = (line: string): Finding => ({ state: 'not tried', line });

/** Whether a command of the AWS CLI succeeds; it fails for something that is not there. */
export function succeeds(ask: AwsCli, ...words: readonly string[]): boolean {
  try {
    ask(...words);
    return true;
  } catch (fault) {
    if (fault instanceof CliError) return false;
    throw fault;
  }
}

/** Whether a stack of a stage is deployed, such as `Api`. */
export const isDeployed = ({ stage, region }: StageSettings, ask: AwsCli, stack: string): boolean =>
  succeeds(
    ask,
    'cloudformation',
    'describe-stacks',
    '--stack-name',
    `ReplyPaid-${stage}-${stack}`,
    '--region',
    region,
  );
