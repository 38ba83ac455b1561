import { payments } from '#functions/gateways/payments.ts';
import { subscriptions } from '#functions/gateways/subscriptions.ts';
import { logOf } from '#functions/log.ts';
import { auditEntriesSince } from '#functions/storage/audit.ts';
import { table } from '#functions/storage/table.ts';
import { CliError } from '#lib/cli-error.ts';
import { ops } from '#lib/operator/ops/ops.ts';
import { DAY, later } from '#shared/time.ts';
import { SETTINGS, type World } from './world.ts';

/* Operator commands (`npm run ops`) in a test world. */

export const OPERATOR = 'arn:aws:sts::123456789012:assumed-role/Operator/ria';

/** What the operator's commands work with. */
export function operatorContext(world: World) {
  const [now, who, log, origin] = [world.now(), OPERATOR, logOf('ops'), SETTINGS.origin];
  return { table, payments, subscriptions, now, log, who, origin };
}

/** Runs a command with these arguments; returns its output, or the error message that ended it. */
export async function runOps(world: World, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  try {
    await ops(words, operatorContext(world), (line) => lines.push(line));
  } catch (fault) {
    if (!(fault instanceof CliError)) throw fault;
    lines.push(fault.message);
  }
  return lines.join('\n');
}

/** Runs a command with `--yes` and a reason. */
export const runConfirmedOps = (world: World, ...words: string[]) =>
  runOps(world, ...words, '--yes', '--reason', 'ticket 17');

/** Returns the audit entries about a user or an object, oldest first. */
export async function auditEntriesAbout(world: World, about: string) {
  const acts = await auditEntriesSince(
    table,
    later(world.now(), -60 * DAY),
    later(world.now(), DAY),
  );
  return acts.filter((act) => act.about === about);
}
