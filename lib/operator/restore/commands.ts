import { now as clock } from '../../../functions/gateways/clock.ts';
import { type Instant, instant } from '../../../shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { readStageSettings } from '../../settings.ts';
import { LedgerCount } from './ledger-count.ts';
import { allItems, endSessions } from './table-scan.ts';
import { caughtUpWords, foundWords, ledgerWords } from './words.ts';

/** The arguments of a command. */
export type Asked = {
  readonly stage: string;
  /** The name of a table other than the stage's own. */
  readonly table: string | undefined;
  readonly since: string | undefined;
  readonly yes: boolean;
  readonly say: (line: string) => void;
};

const NOT_YET = 'Nothing was changed. Say it again with --yes to do it.';

/** The commands by name; `enterStage` comes first. Each throws a CliError if it cannot continue. */
export const COMMANDS = {
  async verify({ table, say }: Asked): Promise<void> {
    const ledger = new LedgerCount();
    let items = 0;
    for await (const item of allItems(table)) {
      ledger.add(item);
      items += 1;
    }
    say(`${items} items`);
    for (const line of ledgerWords(ledger)) say(line);
    if (ledger.faults().length > 0) throw new CliError('The ledger does not add up.');
  },

  async 'end-sessions'({ stage, yes, say, ...asked }: Asked): Promise<void> {
    const table = required(asked.table, 'Please name the table: --table <name>.');
    if (table === process.env.TABLE_NAME)
      throw new CliError(`${table} is the table that ${stage} uses. Name another one.`);
    say(`Deletes all sessions, devices and codes from ${table}: everybody signs in again.`);
    if (!yes) throw new CliError(NOT_YET);
    const { sessions, devices, codes } = await endSessions(table);
    say(`deleted: sessions ${sessions}, devices ${devices}, codes ${codes}`);
  },

  async 'after-restore'({ stage, table, yes, say, ...asked }: Asked): Promise<void> {
    const since = moment(
      required(asked.since, 'Please say the moment of the restored table: --since <time>.'),
    );
    const isCopy = table !== undefined && table !== process.env.TABLE_NAME;
    if (yes && isCopy) refuseRunning(stage, table);
    if (table) process.env.TABLE_NAME = table;
    const [{ catchUp, lookAfterRestore }, { opsContext }] = await Promise.all([
      import('./after-restore.ts'),
      import('../ops/context.ts'),
    ]);
    const found = await lookAfterRestore(since, clock());
    for (const line of foundWords(found)) say(line);
    const isNothing = found.news.length + found.orphans.length + found.accounts.length === 0;
    if (isNothing) return say('Nothing is to be done by this command.');
    if (!yes) throw new CliError(NOT_YET);
    const done = await catchUp(found, opsContext(stage));
    for (const line of caughtUpWords(done)) say(line);
    say(
      'Now start expireConversations, finishPayments, payOut and reconcileLedger (docs/operations.md).',
    );
    if (done.failed.length > 0) throw new CliError('Not all was applied: start this again.');
  },
} as const satisfies Record<string, (asked: Asked) => Promise<void>>;

/**
 * Refuses a copy of the table while the stage runs on: payments for messages that the copy does not contain would all be
 * refunded.
 */
function refuseRunning(stage: string, table: string): void {
  if (stage === 'local' || readStageSettings(stage).paused) return;
  throw new CliError(
    `${stage} is not paused, so what people pay for at this moment is not in ${table} and would be given back. Nothing was changed. Pause it first: docs/operations.md, Going back.`,
  );
}

function required<Value>(value: Value | undefined, sentence: string): Value {
  if (value === undefined) throw new CliError(sentence);
  return value;
}

/** Parses a time in ISO 8601 with a time zone: `2026-11-21T09:30:00Z`. */
function moment(text: string): Instant {
  const at = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new CliError(`"${text}" is no moment: write it like 2026-11-21T09:30:00Z.`);
  return instant(at);
}
