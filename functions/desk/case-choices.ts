import { SUPPORT_USERNAME } from '#shared/brand.ts';
import * as staff from '#shared/messages/staff.ts';
import { ZERO } from '#shared/money.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import type { OperatorDecision } from '#shared/rules/conversations/manual-refunds.ts';
import { restorableEarning } from '#shared/rules/conversations/restored-earnings.ts';
import type { Case, Statement } from '#shared/rules/desk/cases.ts';
import { REMOVABLE, type Removable } from '#shared/rules/desk/decisions.ts';
import type { Instant } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { userById } from '../storage/accounts/users.ts';
import { conversationById } from '../storage/conversations/conversations.ts';
import type { TableReader } from '../storage/table.ts';
import { removalRefusal } from './content-removal.ts';
import type { StaffCall } from './desk-context.ts';
import { partRefundDecision, refundDecision } from './manual-decisions.ts';
import { bearerOf } from './proposal-words.ts';

/*
 * The refusals and consequences of each choice of a decision now, so that the form offers only what the rules allow. Each sentence comes
 * from the rule that decides, which is asked without writing anything. docs/product/desk.md#choices
 */

/** The refusals and the consequences, by the value of the choice. */
export type Choices = {
  readonly refused: Record<string, string>;
  readonly consequences: Record<string, string>;
};
type Reading = { readonly table: TableReader; readonly now: Instant };
type Call = StaffCall & Reading;

/** The refusals and consequences of the choices of a case. `conversation` and `statement`: the subject of the case. */
export function choicesOf(
  call: Call,
  one: Case,
  conversation: Conversation | undefined,
  statement: Statement | undefined,
): Promise<Choices> | Choices {
  switch (one.kind) {
    case 'REPORT':
      return reportChoices(call, one, conversation !== undefined);
    case 'APPEAL':
      return appealChoices(call, statement);
    case 'REFUND':
      return one.reason.startsWith('REFUND_') ? refundChoices(call, one, conversation) : NOTHING;
    case 'CLAIM':
      return claimChoices(conversation);
    case 'BLOCK':
      return NOTHING;
  }
}

const NOTHING: Choices = { refused: {}, consequences: {} };

/**
 * Returns whether a report offers to remove this content: the reported link, chat message or thank-you, and always the biography and the portrait.
 * The message of a letter stays, because it was paid for.
 */
const isAbout = (
  { subject: { type, within } }: Case,
  isLetter: boolean,
  what: Removable,
): boolean => {
  if (what === 'PUBLIC_ANSWER' || what === 'LINK' || what === 'THANKS') return type === what;
  if (what === 'MESSAGE') return type === 'MESSAGE' && within !== undefined && !isLetter;
  return true;
};

async function reportChoices(call: Call, one: Case, isLetter: boolean): Promise<Choices> {
  const user = await userById(call.table, one.userId, call.now);
  const refused: Record<string, string> = {};
  const consequences: Record<string, string> = {};
  const offered = REMOVABLE.filter((what) => isAbout(one, isLetter, what));
  for (const what of offered) {
    const no = await removalRefusal(call, one, what);
    if (no !== undefined) refused[what] = no;
  }
  if (offered.every((what) => refused[what] !== undefined))
    refused.CONTENT_REMOVED = 'Everything that could be removed is gone already.';
  const block = blockRefusal(user);
  if (block !== undefined) refused.ACCOUNT_BLOCKED = block;
  else if (user?.blockedAt !== undefined)
    consequences.ACCOUNT_BLOCKED = 'It’s blocked already. They get this decision as well.';
  return { refused, consequences };
}

/** The reason why an account cannot be blocked now; undefined if it can. */
export function blockRefusal(user: User | undefined): string | undefined {
  if (!user || user.deletedAt !== undefined) return 'This account was deleted.';
  return user.username === SUPPORT_USERNAME ? 'The support account can’t be blocked.' : undefined;
}

async function appealChoices(call: Call, statement: Statement | undefined): Promise<Choices> {
  if (!statement) return { refused: bothRefused('The decision is gone.'), consequences: {} };
  return { refused: {}, consequences: { UPHELD: await appealEffect(call, statement) } };
}

/** The effect of a granted appeal in words, before and after it is granted: it undoes a block, and restores an earning. */
export async function appealEffect({ table, now }: Reading, statement: Statement): Promise<string> {
  switch (statement.deed) {
    case 'ACCOUNT_BLOCKED': {
      const user = await userById(table, statement.userId, now);
      if (!user || user.deletedAt !== undefined)
        return 'The account was deleted, so nothing is undone.';
      if (user.blockedAt === undefined) return 'The account isn’t blocked anymore.';
      return statement.at < user.blockedAt
        ? 'The account was blocked again since, which stays.'
        : 'The account is unblocked.';
    }
    case 'CONTENT_REMOVED':
      return 'What was removed can’t be restored.';
    case 'EARNING_REVERSED': {
      const earned = await restorableBy({ table, now }, statement);
      return earned ? staff.appealRestores(restorableEarning(earned)) : staff.NOTHING_TO_RESTORE;
    }
    case 'PAYMENT_KEPT':
      return staff.APPEAL_KEEPS_PAYMENT;
    case 'WARNED':
      return staff.APPEAL_ENDS_WARNING;
    default:
      return 'They read that they were right. Nothing else changes.';
  }
}

/** The conversation whose earning a granted appeal restores; undefined if there is nothing to restore, or nobody to get it. */
export async function restorableBy(
  { table, now }: Reading,
  { userId, conversation }: Statement,
): Promise<Conversation | undefined> {
  const found = conversation && (await conversationById(table, conversation.id, now));
  if (!found || restorableEarning(found) === ZERO) return undefined;
  const user = await userById(table, userId, now);
  return user && user.deletedAt === undefined ? found : undefined;
}

const bothRefused = (sentence: string) => ({ UPHELD: sentence, REJECTED: sentence });

/** The refusal of a refund that is no longer possible: a claim or a bank may decide about the money by now. */
async function refundChoices(
  call: Call,
  { part, reason }: Case,
  conversation: Conversation | undefined,
): Promise<Choices> {
  if (!conversation) return { refused: { UPHELD: 'The conversation is gone.' }, consequences: {} };
  const ruling = await (part
    ? partRefundDecision(call.now, part, call.sessionUser.id)
    : refundDecision(call, bearerOf(reason))
  ).rule(conversation);
  const no = refusalIn(ruling);
  return { refused: no === undefined ? {} : { UPHELD: no }, consequences: {} };
}

function claimChoices(conversation: Conversation | undefined): Choices {
  const isContested = conversation?.money.claim?.state === 'CONTESTED';
  return {
    refused: isContested ? {} : bothRefused('This claim doesn’t wait for a decision anymore.'),
    consequences: {},
  };
}

/** The sentence of a rule that refuses a decision, or finds nothing left to do; undefined if it allows it. */
export const refusalIn = (ruling: OperatorDecision): string | undefined =>
  'refused' in ruling ? ruling.refused : 'already' in ruling ? ruling.already : undefined;
