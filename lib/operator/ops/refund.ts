import { settleMoneyOrLeaveIt } from '../../../functions/conversations/settle-payment.ts';
import {
  changeConversation,
  conversationById,
  type Decision,
} from '../../../functions/storage/conversations/conversations.ts';
import { balanceOf } from '../../../functions/storage/ledger/ledger.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { ByHand, Conversation } from '../../../shared/rules/conversations/conversations.ts';
import {
  type Bearer,
  giveBackByHand,
  type Ruling,
  review,
} from '../../../shared/rules/conversations/manual-refunds.ts';
import { CliError } from '../../cli-error.ts';
import { actOf, type OpsDesk, type Plan, type Word } from './plan.ts';

/*
 * Money that an operator decides about. Decided, with its ledger entry and the audit item, in the conversation's own
 * transaction; then performed and learned of like every other refund, by this process or by the next sweep.
 */

/** What an operator decides, in what it asks the rules and what it says. */
type Decided = {
  readonly outcome: (c: Conversation) => string;
  readonly rule: (c: Conversation) => Ruling | Promise<Ruling>;
};

/** Gives the money of a message back to its sender. Throws a CliError where that cannot be. */
export function planRefund(desk: OpsDesk, id: string, bearer: Bearer): Promise<Plan> {
  const { table, now } = desk;
  return planOf(desk, id, {
    rule: async (c) => {
      const { balance } = await balanceOf(table, c.recipient.id);
      return giveBackByHand(c, bearer, balance, now);
    },
    outcome: (c) => refundWords(c, bearer),
  });
}

/** Decides what becomes of the money of a report. Throws a CliError where there is nothing to decide. */
export function planReview(desk: OpsDesk, id: string, decision: ByHand['decided']): Promise<Plan> {
  return planOf(desk, id, {
    rule: (c) => review(c, decision, desk.now),
    outcome: (c) =>
      decision === 'KEEP'
        ? `The platform keeps what is under review of ${formatMoney(c.price)}; both are told so in the timeline.`
        : `${formatMoney(c.price)} out of review goes back to the sender; both are told.`,
  });
}

/** Without names: the audit is kept longer than some accounts are. */
function refundWords({ status, price, net }: Conversation, bearer: Bearer) {
  const back = `${formatMoney(price)} goes back to the sender`;
  if (status === 'PENDING') return `The message ends without an answer, and ${back}.`;
  const earned = formatMoney(net ?? price);
  return bearer === 'recipient'
    ? `${back}: the recipient gives up the ${earned} they earned, the platform its fee; both are told.`
    : `${back}, and the platform bears it: the recipient keeps the ${earned} they earned; both are told.`;
}

async function planOf(desk: OpsDesk, id: string, decided: Decided): Promise<Plan> {
  const found = await conversationById(desk.table, id, desk.now);
  if (!found) throw new CliError(`There is no conversation ${id}.`);
  const ruling = await decided.rule(found);
  if ('refused' in ruling) throw new CliError(ruling.refused);
  if ('already' in ruling) return { says: [ruling.already] };
  const act = (word: Word) => decide(desk, id, decided, word);
  const between = `${found.sender.fullName} → ${found.recipient.fullName}`;
  return { says: [between, decided.outcome(found)], act };
}

async function decide(
  desk: OpsDesk,
  id: string,
  { rule, outcome }: Decided,
  word: Word,
): Promise<string[]> {
  const { table, now } = desk;
  let already: string | undefined;
  const after = await changeConversation(table, id, now, async (current) => {
    const ruling = await rule(current);
    if ('refused' in ruling) throw new CliError(ruling.refused);
    if ('already' in ruling) {
      already = ruling.already;
      return undefined;
    }
    return audited(desk, word, current, ruling.change, outcome(current));
  });
  if (!after) throw new CliError(`There is no conversation ${id}.`);
  await settleMoneyOrLeaveIt(desk, after);
  if (already) return [already];
  const settled = await conversationById(table, id, now);
  return [settled?.money.owed ? LEFT : 'Done.'];
}

const LEFT =
  'Decided and written down. Stripe has not done it yet: the sweep goes on by itself within minutes.';

/** The step with the word of who decided it, in one transaction. */
export const audited = (
  desk: OpsDesk,
  word: Word,
  { id }: Conversation,
  change: Decision,
  outcome: string,
): Decision => ({ ...change, audit: actOf(desk, word, id, outcome) });
