import { now as clock } from '#functions/gateways/clock.ts';
import { type Instant, instant } from '#shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { readStageSettings } from '../../settings.ts';
import { describeDifferences, describeLedger, describeResult } from './descriptions.ts';
import { LedgerCount } from './ledger-count.ts';
import { allItems, endSessions } from './table-scan.ts';

/** The arguments of a command. */
export type CommandOptions = {
  readonly stage: string;
  /** The name of a table other than the stage's own. */
  readonly table: string | undefined;
  readonly since: string | undefined;
  readonly yes: boolean;
  readonly say: (line: string) => void;
};

const CONFIRM = 'Nothing was changed. Re-run with --yes to apply.';

/** The commands by name; `enterStage` comes first. Each throws a CliError if it cannot continue. */
export const COMMANDS = {
  async verify({ table, say }: CommandOptions): Promise<void> {
    const ledger = new LedgerCount();
    let items = 0;
    for await (const item of allItems(table)) {
      ledger.add(item);
      items += 1;
    }
    say(`${items} items`);
    for (const line of describeLedger(ledger)) say(line);
    if (ledger.faults().length > 0) throw new CliError('The ledger has errors.');
  },

  async 'end-sessions'({ stage, yes, say, ...asked }: CommandOptions): Promise<void> {
    const table = required(asked.table, 'Add the name of the restored table: --table <name>.');
    if (table === process.env.TABLE_NAME)
      throw new CliError(`${table} is the table that ${stage} uses. Name another one.`);
    say(`Deletes all sessions, devices and codes from ${table}. Everyone has to sign in again.`);
    if (!yes) throw new CliError(CONFIRM);
    const { sessions, devices, codes } = await endSessions(table);
    say(`Deleted: ${sessions} sessions, ${devices} devices, ${codes} codes`);
  },

  async 'after-restore'({ stage, table, yes, say, ...asked }: CommandOptions): Promise<void> {
    const since = moment(
      required(asked.since, 'Add the time that the table was restored to: --since <time>.'),
    );
    const isCopy = table !== undefined && table !== process.env.TABLE_NAME;
    if (yes && isCopy) refuseUnpausedStage(stage, table);
    if (table) process.env.TABLE_NAME = table;
    const [{ applyMissedEvents, compareWithStripe }, { opsContext }] = await Promise.all([
      import('./after-restore.ts'),
      import('../ops/context.ts'),
    ]);
    const found = await compareWithStripe(since, clock());
    for (const line of describeDifferences(found)) say(line);
    const isUpToDate =
      found.missedEvents.length + found.orphans.length + found.accounts.length === 0;
    if (isUpToDate) return say('Nothing to do.');
    if (!yes) throw new CliError(CONFIRM);
    const done = await applyMissedEvents(found, opsContext(stage));
    for (const line of describeResult(done)) say(line);
    say(
      'Next: invoke expireConversations, finishPayments, payOut and reconcileLedger (docs/operations.md, Restore).',
    );
    if (done.failed.length > 0) throw new CliError('Some events failed. Run this command again.');
  },
} as const satisfies Record<string, (asked: CommandOptions) => Promise<void>>;

/**
 * Refuses a copy of the table while the stage runs on: payments for messages that the copy does not contain would all be
 * refunded.
 */
function refuseUnpausedStage(stage: string, table: string): void {
  if (stage === 'local' || readStageSettings(stage).paused) return;
  throw new CliError(
    `${stage} is not paused: messages paid for now are not in ${table} and would be refunded. Nothing was changed. Pause the stage first: docs/operations.md, Restore, step by step.`,
  );
}

function required<Value>(value: Value | undefined, sentence: string): Value {
  if (value === undefined) throw new CliError(sentence);
  return value;
}

/** Parses a time in ISO 8601 with a time zone: `2026-11-21T09:30:00Z`. */
function moment(text: string): Instant {
  const at = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new CliError(`"${text}" is not a time such as 2026-11-21T09:30:00Z.`);
  return instant(at);
}
