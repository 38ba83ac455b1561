import { ledgerOfConversation } from '#functions/desk/conversation-record.ts';
import { conversationById } from '#functions/storage/conversations/conversations.ts';
import { messagesOf } from '#functions/storage/conversations/messages.ts';
import type { BookedEntry } from '#functions/storage/ledger/ledger.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { isReturned } from '#shared/rules/conversations/claim-states.ts';
import type { Conversation, Person } from '#shared/rules/conversations/conversations.ts';
import { isFree } from '#shared/rules/conversations/counters.ts';
import { oneLine } from '#shared/rules/text.ts';
import { CliError } from '../../cli-error.ts';
import { messageLines } from './message-lines.ts';
import { momentText, type OpsContext } from './plan.ts';

/** Finds a conversation by its id, in any status. Throws a CliError when there is none. */
export async function conversationOf(
  { table, now }: OpsContext,
  id: string,
): Promise<Conversation> {
  const found = await conversationById(table, id, now);
  if (!found) throw new CliError(`There is no conversation ${id}.`);
  return found;
}

const personText = ({ fullName, username, id }: Person) => `${fullName}  @${username}  ${id}`;

/** Describes a conversation: its status, money, timeline and ledger entries, without the text of messages. */
export async function describeConversation(
  { table }: OpsContext,
  c: Conversation,
): Promise<string[]> {
  const entries = await ledgerOfConversation(table, c);
  return [
    `Conversation   ${c.id}  ${c.status}${c.reasonCode ? `, ${c.reasonCode}` : ''}`,
    `From           ${personText(c.sender)}`,
    `To             ${personText(c.recipient)}`,
    `Price          ${formatMoney(c.price)}${c.net === undefined ? '' : `, ${formatMoney(c.net)} earned`}`,
    `Money          ${c.money.state}${c.money.owed ? `, pending at Stripe: ${c.money.owed}` : ''}`,
    ...moneyLines(c),
    `Stripe         ${c.money.intentId ?? 'no payment'}, ${c.payment.customerId || 'no customer'}`,
    ...(c.fraudWarnedAt ? [`Fraud warning  ${momentText(c.fraudWarnedAt)}`] : []),
    `Deadline       ${isFree(c) ? 'none' : momentText(c.deadlineAt)}`,
    `Messages       ${c.messageCount}`,
    '',
    'Timeline',
    ...c.history.map(
      ({ event, at, moneyState, amount }) =>
        `  ${momentText(at)}  ${event}  ${moneyState}${amount === undefined ? '' : `  ${formatMoney(amount)}`}`,
    ),
    '',
    'Ledger',
    ...entries.flatMap(entryLines),
  ];
}

function moneyLines({ money }: Conversation): string[] {
  const { back, response, unreturned, byHand, claim, part } = money;
  return [
    ...(claim ? [`Claim          ${claim.state}, ${formatMoney(claim.frozen)} frozen`] : []),
    ...(back?.dispute
      ? [`Dispute        ${back.dispute}, ${formatMoney(back.frozen)} frozen`]
      : []),
    ...(response ? [`Response       ${response.outcome ?? 'pending'}`] : []),
    ...(back?.refused ? [`Refunds failed ${back.refused}, refused by the sender’s bank`] : []),
    ...(unreturned && unreturned.amount > ZERO
      ? [`Still owed     ${formatMoney(unreturned.amount)} to the sender`]
      : []),
    ...(part
      ? [
          `Part refunded  ${formatMoney(part.amount)}, ${formatMoney(part.total)} in all${part.failed ? ': not made' : ''}`,
        ]
      : []),
    ...(byHand
      ? [
          `Decided        ${byHand.decided}, ${isReturned(claim?.state) ? 'by the claim' : 'by an operator'}`,
        ]
      : []),
  ];
}

const entryLines = ({ at, cause, postings }: BookedEntry) => [
  `  ${momentText(at)}  ${cause}`,
  ...postings.map(({ account, amount }) => `    ${account}  ${formatMoney(amount)}`),
];

/** The most messages that are printed. */
const MAX_MESSAGES = 500;

/** The messages of a conversation as plain text, oldest first. The caller has recorded the reason in the audit. */
export async function textOf({ table }: OpsContext, c: Conversation): Promise<string[]> {
  const { messages, more } = await messagesOf(table, c.id, { limit: MAX_MESSAGES });
  return [
    '',
    `Subject        ${oneLine(c.subject)}`,
    ...(c.note ? [`Note           ${oneLine(c.note)}`] : []),
    ...(c.additionalInformation ? [`Said           ${oneLine(c.additionalInformation)}`] : []),
    ...(more ? [`Only the newest ${MAX_MESSAGES} messages are shown.`] : []),
    ...messages
      .reverse()
      .flatMap(({ sentAt, senderId, body }) => [
        '',
        `${momentText(sentAt)}  @${senderId === c.sender.id ? c.sender.username : c.recipient.username}`,
        ...messageLines(body),
      ]),
  ];
}
