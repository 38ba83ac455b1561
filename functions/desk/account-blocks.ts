import { SUPPORT_USERNAME } from '#shared/brand.ts';
import * as staff from '#shared/messages/staff.ts';
import { type Cents, plus, ZERO } from '#shared/money.ts';
import { Refusal } from '#shared/refusals.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import { type Conversation, isPending } from '#shared/rules/conversations/conversations.ts';
import type { MailboxName } from '#shared/rules/conversations/counters.ts';
import { cancelByOperator, expireByOperator } from '#shared/rules/conversations/manual-refunds.ts';
import { BLOCKED_FACTS } from '#shared/rules/desk/statement-words.ts';
import type { Instant } from '#shared/time.ts';
import { cancelPlan } from '../billing/subscriptions.ts';
import { withdrawThanksOf } from '../conversations/withdraw-thanks.ts';
import type { Subscriptions } from '../gateways/subscriptions.ts';
import type { Logger } from '../log.ts';
import { blockAccount } from '../storage/accounts/blocks.ts';
import { leaveToJob } from '../storage/accounts/unfinished-blocks.ts';
import type { User } from '../storage/accounts/users.ts';
import { endAllSessions } from '../storage/auth/sessions.ts';
import { listConversations } from '../storage/conversations/conversation-lists.ts';
import { changeConversation } from '../storage/conversations/conversations.ts';
import type { Step, TableReader, TableWriter } from '../storage/table.ts';
import { type AuditNote, auditEntryOf } from './audit-entries.ts';
import { type Decided, decisionSteps } from './statement-steps.ts';

/*
 * Blocks an account in one transaction with its audit item; then ends its pending conversations, each in a transaction
 * with an audit item of its own. The lists of pending conversations are read from indexes, which do not show yet what was paid some
 * milliseconds before the block. So the same transaction leaves the block to the job `finishBlocks`, which repeats the rest a
 * minute later, also after an interruption. The same call can do the rest before.
 */

export type BlockContext = {
  readonly table: TableWriter;
  readonly subscriptions: Subscriptions;
  readonly now: Instant;
  readonly log: Logger;
  /** Who blocks, for the audit. */
  readonly who: string;
};

/** The steps that write the statement of reasons of a block that no report led to. An operator's has no `byUserId`. */
export const blockStatementSteps = (
  userId: string,
  decided: Pick<Decided, 'reason' | 'byUserId' | 'proposedByUserId' | 'caseId'>,
  now: Instant,
): Step<never>[] =>
  decisionSteps(
    { ...decided, kind: 'ACCOUNT_BLOCKED', rule: 'RULES' },
    { ABOUT: { userId, facts: BLOCKED_FACTS } },
    now,
  );

type Options<Outcome extends string> = {
  /** Further steps of the transaction that blocks the account. */
  readonly beside?: readonly Step<Outcome>[];
  /** Moves the money of an ended conversation at once. Without it the sweep does, some minutes later. */
  readonly settle?: (conversation: Conversation) => Promise<unknown>;
};

/** What the block of an account did. `plan`: a sentence, if the account had a paid plan. */
export type Blocked<Outcome extends string> = {
  readonly outcome: 'done' | 'SO_ALREADY' | Outcome;
  readonly toThem: number;
  readonly fromThem: number;
  readonly plan: string | undefined;
};

/** Refuses with FORBIDDEN to block the support account, because nobody would get help tickets any more. */
export function refuseSupportAccount({ username }: User): void {
  if (username === SUPPORT_USERNAME)
    throw new Refusal('FORBIDDEN', { message: 'The support account can’t be blocked.' });
}

/**
 * Blocks an account and ends what is pending. If one of the steps `beside` fails, nothing is done and its outcome is returned;
 * if the account is blocked already, those steps are not written.
 */
export async function blockAndEnd<Outcome extends string = never>(
  context: BlockContext,
  user: User,
  note: AuditNote,
  { beside = [], settle }: Options<Outcome> = {},
): Promise<Blocked<Outcome>> {
  const { table, now } = context;
  const audit = auditEntryOf(context, note, user.id, 'The account is blocked.');
  const outcome = await blockAccount(table, user.id, audit, now, [
    ...beside,
    leaveToJob(user.id, { who: context.who, command: note.command, reason: note.reason }, now),
  ]);
  if (outcome !== 'done' && outcome !== 'SO_ALREADY')
    return { outcome, toThem: 0, fromThem: 0, plan: undefined };
  return { outcome, ...(await endWhatIsPending(context, user, note, settle)) };
}

/** Ends the sessions, the pending paid conversations and the plan of a blocked account, and takes its thank-yous off all profiles. */
export async function endWhatIsPending(
  context: BlockContext,
  user: User,
  note: AuditNote,
  settle?: Options<never>['settle'],
) {
  await endAllSessions(context.table, user.id);
  await withdrawThanksOf(context, user.id);
  const toThem = await endPendingConversations(context, user, 'INBOX', note, settle);
  const fromThem = await endPendingConversations(context, user, 'ORDERS', note, settle);
  return { toThem, fromThem, plan: await endTheirPlan(context, user) };
}

/** Whether an account has a paid plan that goes on. */
export const endsPlan = ({ licenseId, membership }: User): boolean =>
  isPaid(licenseId) && !membership?.ending;

/** Ends a paid plan, because a blocked account cannot use it. */
async function endTheirPlan(context: BlockContext, user: User): Promise<string | undefined> {
  if (!endsPlan(user)) return undefined;
  try {
    await cancelPlan(context, user.id);
    return staff.PLAN_ENDS;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return `Their plan couldn’t be ended: ${fault.message} Try the same again later.`;
  }
}

/** Ends the pending paid conversations in one of the user's mailboxes. Returns how many there were. */
async function endPendingConversations(
  context: BlockContext,
  user: User,
  mailbox: MailboxName,
  note: AuditNote,
  settle: Options<never>['settle'],
): Promise<number> {
  const { table, now } = context;
  let ended = 0;
  for (const id of await pendingConversationIds(table, user, mailbox)) {
    let isDone = false;
    const after = await changeConversation(table, id, now, (current) => {
      isDone = isPending(current.status);
      if (!isDone) return undefined;
      const change =
        mailbox === 'INBOX' ? expireByOperator(current, now) : cancelByOperator(current, now);
      return {
        ...change,
        audit: auditEntryOf(context, note, id, staff.endedByBlock(current.price)),
      };
    });
    if (after) await settle?.(after);
    if (isDone) ended += 1;
  }
  return ended;
}

/** The ids of pending paid conversations. */
export const pendingConversationIds = async (
  table: TableReader,
  user: User,
  mailbox: MailboxName,
): Promise<string[]> => (await pendingConversations(table, user, mailbox)).map(({ id }) => id);

/** The money that a block of an account gives back: the prices of what is pending to it and from it. */
export async function pendingMoneyOf(table: TableReader, user: User): Promise<Cents> {
  const pending = await Promise.all([
    pendingConversations(table, user, 'INBOX'),
    pendingConversations(table, user, 'ORDERS'),
  ]);
  return pending.flat().reduce((sum, { price }) => plus(sum, price), ZERO);
}

/** The pending paid conversations. Help tickets (which are free) stay open: one may be about this block. */
async function pendingConversations(
  table: TableReader,
  user: User,
  mailbox: MailboxName,
): Promise<Pick<Conversation, 'id' | 'price'>[]> {
  const pending: Pick<Conversation, 'id' | 'price'>[] = [];
  let cursor: string | undefined;
  do {
    const list = { userId: user.id, mailbox, filter: 'PENDING', skip: 0, limit: 50 } as const;
    const page = await listConversations(table, { ...list, cursor });
    pending.push(...(page?.conversations ?? []).filter(({ price }) => price > ZERO));
    cursor = page?.cursor;
  } while (cursor);
  return pending;
}
