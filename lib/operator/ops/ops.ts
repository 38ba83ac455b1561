import { parseArgs } from 'node:util';
import { auditEntriesSince, writeAuditEntry } from '#functions/storage/audit.ts';
import { deskReason } from '#shared/rules/desk/decisions.ts';
import { DAY, fromIso, type Instant, later } from '#shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { planBlock, planUnblock } from './block.ts';
import { conversationOf, describeConversation, textOf } from './conversation.ts';
import { planDeletion } from './delete-account.ts';
import { planDeskLink, planGrant, planRevoke } from './permissions.ts';
import { describePerson, personBy } from './person.ts';
import { type AuditNote, auditEntryOf, momentText, type OpsContext, type Plan } from './plan.ts';
import { USAGE } from './usage.ts';

/* The `npm run ops` commands: what an operator needs where the desk does not help. Decisions about money are made at the desk. */

const OPTIONS = {
  yes: { type: 'boolean', default: false },
  reason: { type: 'string' },
  text: { type: 'boolean', default: false },
  since: { type: 'string' },
} as const;

type Options = ReturnType<typeof read>['values'];

const read = (words: readonly string[]) =>
  parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });

/** Commands that only read, and return lines to print. */
const QUERIES: Readonly<
  Record<
    string,
    (context: OpsContext, name: string, options: Options) => Promise<readonly string[]>
  >
> = {
  person: async (context, name) =>
    describePerson(context, await personBy(context.table, name, context.now)),
  conversation: showConversation,
  audit: listAudit,
};

/** Commands that change something. Each returns a plan, which is applied only with --yes. */
const ACTIONS: Readonly<
  Record<string, (context: OpsContext, name: string, word: string) => Promise<Plan>>
> = {
  block: async (context, name) =>
    planBlock(context, await personBy(context.table, name, context.now)),
  unblock: async (context, name) =>
    planUnblock(context, await personBy(context.table, name, context.now)),
  'delete-account': async (context, name) =>
    planDeletion(context, await personBy(context.table, name, context.now)),
  grant: async (context, name, permission) =>
    planGrant(context, await personBy(context.table, name, context.now), permission),
  'desk-link': async (context, name) =>
    planDeskLink(context, await personBy(context.table, name, context.now)),
  revoke: async (context, name, permission) =>
    planRevoke(context, await personBy(context.table, name, context.now), permission),
};

const WITHOUT_ARGUMENT = ['audit'];
const WITH_TWO_ARGUMENTS = ['grant', 'revoke'];

/**
 * Runs a command from its command-line arguments, without the stage; `say` prints a line. Throws a CliError when it cannot run, and
 * the error of parseArgs for an unknown option.
 */
export async function ops(
  words: readonly string[],
  context: OpsContext,
  say: (line: string) => void,
): Promise<void> {
  const { values: options, positionals } = read(words);
  const [command = '', name = '', word = '', ...more] = positionals;
  const isKnown = Object.hasOwn(QUERIES, command) || Object.hasOwn(ACTIONS, command);
  const isComplete =
    (name === '') === WITHOUT_ARGUMENT.includes(command) &&
    (word !== '') === WITH_TWO_ARGUMENTS.includes(command);
  if (!isKnown || more.length > 0 || !isComplete) throw new CliError(USAGE);
  const lines = await QUERIES[command]?.(context, name, options);
  for (const line of lines ?? []) say(line);
  const plan = await ACTIONS[command]?.(context, name, word);
  if (!plan) return;
  for (const line of plan.summary) say(line);
  if (!plan.apply) return say('Nothing to do.');
  if (!options.yes) return say('Nothing was changed. Re-run with --yes --reason "why" to apply.');
  for (const line of await plan.apply(auditNoteOf(words, options))) say(line);
}

/** The command and its reason for the audit; the reason is not repeated in the command. */
function auditNoteOf(words: readonly string[], { reason: typed }: Options): AuditNote {
  if (!typed?.trim())
    throw new CliError('A reason is required and is kept in the audit: --reason "…"');
  const { data: reason, error } = deskReason.safeParse(typed);
  if (reason === undefined) throw new CliError(`--reason: ${error?.issues[0]?.message}.`);
  const command = words.filter(
    (word, at) => !/^--(yes|reason)/.test(word) && words[at - 1] !== '--reason',
  );
  return { command: command.join(' '), reason };
}

/** Describes a conversation. Showing its messages requires a reason, which is recorded in the audit first. */
async function showConversation(
  context: OpsContext,
  id: string,
  options: Options,
): Promise<readonly string[]> {
  const conversation = await conversationOf(context, id);
  const lines = await describeConversation(context, conversation);
  if (!options.text) return lines;
  const note = auditNoteOf(['conversation', id, '--text'], options);
  await context.table.write(
    writeAuditEntry(auditEntryOf(context, note, id, 'The text of the messages was shown.')),
  );
  return [...lines, ...(await textOf(context, conversation))];
}

async function listAudit(context: OpsContext, _name: string, { since }: Options) {
  const entries = await auditEntriesSince(context.table, sinceOf(since, context.now), context.now);
  if (entries.length === 0) return ['The audit has no entries for this period.'];
  return entries.flatMap(({ at, who, command, about, reason, outcome }) => [
    `${momentText(at)}  ${who}`,
    `  ${command}${command.includes(about) ? '' : `  (${about})`}`,
    `  ${outcome}`,
    `  Reason: ${reason}`,
  ]);
}

function sinceOf(since: string | undefined, now: Instant): Instant {
  if (since === undefined) return later(now, -30 * DAY);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since) || Number.isNaN(Date.parse(since)))
    throw new CliError('--since takes a day such as 2026-11-01.');
  return fromIso(`${since}T00:00:00.000Z`);
}
