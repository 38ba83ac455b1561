import { parseArgs } from 'node:util';
import { actsSince, writeAct } from '../../../functions/storage/audit.ts';
import { DAY, fromIso, type Instant, later } from '../../../shared/time.ts';
import { CliError } from '../../cli-error.ts';
import { planBlock, planUnblock } from './block.ts';
import { conversationOf, describeConversation, describeReports, textOf } from './conversation.ts';
import { planDeletion } from './delete-account.ts';
import { describeHeld } from './held.ts';
import { describePerson, personBy } from './person.ts';
import { actOf, momentText, type OpsDesk, type Plan, type Word } from './plan.ts';
import { planRefund, planReview } from './refund.ts';
import { planRelease } from './release.ts';
import { USAGE } from './usage.ts';

/* The operator's commands on people and their money: what each is called, what it takes, what it asks before it acts. */

const OPTIONS = {
  yes: { type: 'boolean', default: false },
  reason: { type: 'string' },
  text: { type: 'boolean', default: false },
  since: { type: 'string' },
  'from-recipient': { type: 'boolean', default: false },
  'give-back': { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof read>['values'];

function read(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (fault) {
    throw new CliError(`${(fault as Error).message}\n\n${USAGE}`);
  }
}

/** Reads: answers lines. */
const LOOKS: Readonly<
  Record<string, (desk: OpsDesk, name: string, options: Options) => Promise<readonly string[]>>
> = {
  person: async (desk, name) => describePerson(desk, await personBy(desk.table, name, desk.now)),
  conversation: look,
  reports: describeReports,
  held: describeHeld,
  audit: listActs,
};

/** Deeds: answer what they would do. */
const DEEDS: Readonly<
  Record<string, (desk: OpsDesk, name: string, options: Options) => Promise<Plan>>
> = {
  refund: (desk, id, options) =>
    planRefund(desk, id, options['from-recipient'] ? 'recipient' : 'platform'),
  review: (desk, id, options) => planReview(desk, id, decisionIn(options)),
  block: async (desk, name) => planBlock(desk, await personBy(desk.table, name, desk.now)),
  unblock: async (desk, name) => planUnblock(desk, await personBy(desk.table, name, desk.now)),
  release: async (desk, name) => planRelease(desk, await personBy(desk.table, name, desk.now)),
  'delete-account': async (desk, name) =>
    planDeletion(desk, await personBy(desk.table, name, desk.now)),
};

const NAMELESS = ['reports', 'held', 'audit'];

/** Runs a command as it was typed, after the stage; `say` prints a line. Throws a CliError for whatever keeps it from that. */
export async function ops(
  words: readonly string[],
  desk: OpsDesk,
  say: (line: string) => void,
): Promise<void> {
  const { values: options, positionals } = read(words);
  const [command = '', name = '', ...more] = positionals;
  const isKnown = Object.hasOwn(LOOKS, command) || Object.hasOwn(DEEDS, command);
  if (!isKnown || more.length > 0 || (name === '') !== NAMELESS.includes(command))
    throw new CliError(USAGE);
  const looked = await LOOKS[command]?.(desk, name, options);
  for (const line of looked ?? []) say(line);
  const plan = await DEEDS[command]?.(desk, name, options);
  if (!plan) return;
  for (const line of plan.says) say(line);
  if (!plan.act) return say('Nothing to do.');
  if (!options.yes)
    return say('Nothing was done. Say it again with --yes --reason "why" to do it.');
  for (const line of await plan.act(wordOf(words, options))) say(line);
}

/** The command as the audit keeps it, without the reason, which stands beside it. */
function wordOf(words: readonly string[], { reason }: Options): Word {
  if (!reason?.trim()) throw new CliError('Please say why: --reason "…". It is kept in the audit.');
  const typed = words.filter(
    (word, at) => !/^--(yes|reason)/.test(word) && words[at - 1] !== '--reason',
  );
  return { command: typed.join(' '), reason: reason.trim() };
}

function decisionIn({ 'give-back': back, keep }: Options): 'GIVE_BACK' | 'KEEP' {
  if (back === keep) throw new CliError('Please say --give-back or --keep.');
  return back ? 'GIVE_BACK' : 'KEEP';
}

/** What was written is shown to whoever says why; that they did is kept before they see it. */
async function look(desk: OpsDesk, id: string, options: Options): Promise<readonly string[]> {
  const conversation = await conversationOf(desk, id);
  const lines = await describeConversation(desk, conversation);
  if (!options.text) return lines;
  const word = wordOf(['conversation', id, '--text'], options);
  await desk.table.write(writeAct(actOf(desk, word, id, 'What was written was shown.')));
  return [...lines, ...(await textOf(desk, conversation))];
}

async function listActs(desk: OpsDesk, _name: string, { since }: Options) {
  const acts = await actsSince(desk.table, sinceOf(since, desk.now), desk.now);
  if (acts.length === 0) return ['Nothing was done.'];
  return acts.flatMap(({ at, who, command, about, reason, outcome }) => [
    `${momentText(at)}  ${who}`,
    `  ${command}${command.includes(about) ? '' : `  (${about})`}`,
    `  ${outcome}`,
    `  Reason: ${reason}`,
  ]);
}

function sinceOf(since: string | undefined, now: Instant): Instant {
  if (since === undefined) return later(now, -30 * DAY);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(since) || Number.isNaN(Date.parse(since)))
    throw new CliError('Please say the day as 2026-11-01.');
  return fromIso(`${since}T00:00:00.000Z`);
}
