import { durationWords, timeLeftWords } from '#shared/dates.ts';
import * as emails from '#shared/messages/emails.ts';
import * as payments from '#shared/messages/payments.ts';
import { ZERO } from '#shared/money.ts';
import { claimUntil } from '#shared/rules/conversations/claims.ts';
import {
  type Conversation,
  isOpen,
  isTicket,
  timeOfAnswer,
} from '#shared/rules/conversations/conversations.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { oddsOf, withOutcome } from '#shared/rules/profiles/odds.ts';
import { outcomesOf } from '../../storage/profiles/odds.ts';
import type { TableReader } from '../../storage/table.ts';
import { type Block, type EmailContent, heading, type Step, stepsOf, text } from './content.ts';
import {
  type EmailReader,
  letterBlock,
  letterOf,
  namesOf,
  newestOfKind,
  postmarkOf,
  quoted,
  quotedPreview,
} from './letter-parts.ts';
import { earlyCharge } from './receipts.ts';

/* The emails that bring a letter to its recipient, and an answer to its sender. */

/** The email that brings an answer. Its receipt is another email, after it. */
export async function answerEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
): Promise<EmailContent> {
  const { recipientName, senderName } = namesOf(c);
  const answer = await newestOfKind(table, c, 'PAID_RESPONSE');
  const answeredAt = timeOfAnswer(c) ?? c.lastMessageAt;
  const subject = isTicket(c)
    ? 'We answered your help ticket'
    : `${recipientName} answered your letter`;
  const letter = letterBlock(
    answer,
    {
      name: c.recipient.fullName,
      line: `for ${senderName}`,
      postmark: c.price > ZERO ? postmarkOf('Reply paid', answeredAt, reader) : undefined,
    },
    reader,
  );
  const shows = reader.showsFirstLines && answer !== undefined;
  const next = whatFollows(c, reader);
  return {
    subject,
    preview: shows
      ? quotedPreview(answer)
      : [quoted(c.subject), letter.facts].filter(Boolean).join(' '),
    heading: subject,
    blocks: [
      text(`${quoted(c.subject)}, ${durationWords(answeredAt - c.paidAt)} after you wrote.`),
      letter,
    ],
    action: { label: 'Read the answer', path: `/order-viewer/${c.id}` },
    after: next.length > 0 ? [heading('What happens next'), stepsOf(next)] : [],
    reason:
      c.price === ZERO
        ? 'You get this because you asked for help.'
        : emails.reasons.answered(recipientName),
    showsFirstLines: shows,
  };
}

/** The next steps of the sender of an answered letter, and the state of their money. */
function whatFollows(c: Conversation, reader: EmailReader): Step[] {
  const { recipientName: name } = namesOf(c);
  const { dates, now, getsReceipts } = reader;
  const chargedOn = earlyCharge(c);
  const until = claimUntil(c, 'sender', now);
  return [
    isOpen(c.status)
      ? {
          title: 'You can write back for free',
          words: isTicket(c)
            ? 'We left the conversation open.'
            : `${name} left the conversation open.`,
          isDone: true,
        }
      : {
          title: 'The answer is yours to keep',
          words: `${name} closed the conversation with it.`,
          isDone: true,
        },
    ...(c.price === ZERO
      ? []
      : [
          chargedOn === undefined
            ? {
                title: getsReceipts
                  ? emails.afterAnswer.receiptFollows
                  : emails.afterAnswer.charged,
                words: emails.receipt.follows(c.price, name),
                isDone: false,
              }
            : {
                title: emails.afterAnswer.chargedBefore,
                words: payments.charged({ price: c.price, chargedOn }, dates),
                isDone: true,
              },
        ]),
    ...(until === undefined
      ? []
      : [{ title: `By ${dates.deadline(until)}`, words: emails.mayClaim(name), isDone: false }]),
  ];
}

/** The email that brings a paid letter to its recipient. */
export async function paidLetterEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
): Promise<EmailContent> {
  const { senderName: name } = namesOf(c);
  const money = moneyOf(c);
  const subject = emails.earning.arrived({ price: c.price, name });
  return {
    subject,
    preview: `${emails.earning.preview(money, reader.dates)} ${quoted(c.subject)}`,
    heading: subject,
    blocks: [await arrivedLetter(table, c, reader), dueBlock(c, reader)],
    action: { label: 'Read the letter', path: `/inbox-viewer/${c.id}` },
    reason: emails.reasons.arrived,
    showsFirstLines: reader.showsFirstLines,
  };
}

/** The email that brings a help ticket to whoever answers it. */
export async function ticketEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
): Promise<EmailContent> {
  const { senderName: name } = namesOf(c);
  const subject = `${name} asks for help`;
  return {
    subject,
    preview: quoted(c.subject),
    heading: subject,
    blocks: [await arrivedLetter(table, c, reader)],
    action: { label: 'Read the ticket', path: `/inbox-viewer/${c.id}` },
    reason: 'You get this because you answer help tickets.',
    showsFirstLines: reader.showsFirstLines,
  };
}

/** The reminder of a letter that waits. `isNudge`: its sender reminds. */
export async function reminderEmail(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
  { isNudge = false }: { readonly isNudge?: boolean } = {},
): Promise<EmailContent> {
  const { senderName: name } = namesOf(c);
  const { dates, now } = reader;
  const left = timeLeftWords(c.deadlineAt, now);
  return {
    subject: isNudge ? `${name} reminds you: ${left}` : `A letter from ${name} waits: ${left}`,
    preview: `${emails.earning.preview(moneyOf(c), dates)} ${quoted(c.subject)}`,
    heading: isNudge ? `${name} reminds you of a letter` : `${left} to answer ${name}`,
    blocks: [dueBlock(c, reader), await arrivedLetter(table, c, reader)],
    action: { label: `Answer ${name}`, path: `/inbox-viewer/${c.id}` },
    after: [
      heading('If the time passes'),
      text(emails.timePasses({ name, price: c.price, odds: await oddsWithout(table, c, reader) })),
      text([
        'No time for this one? ',
        { link: 'Decline it', path: `/decline/${c.id}` },
        `, so ${name} gets the money back now. A letter you decline doesn’t change your odds.`,
      ]),
    ],
    reason: isNudge ? `You get this because ${name} reminded you once.` : emails.reasons.waits,
    showsFirstLines: reader.showsFirstLines,
  };
}

export const moneyOf = ({ price, feeTerms, deadlineAt }: Conversation) => ({
  price,
  net: netOf(price, feeTerms),
  answerBy: deadlineAt,
});

/** The deadline of an answer with its earning. */
export function dueBlock(c: Conversation, { dates }: EmailReader): Block {
  const money = moneyOf(c);
  const due = dates.deadline(c.deadlineAt);
  return {
    kind: 'due',
    title: dates.isToday(c.deadlineAt) ? `Due today, ${due}` : `Due ${due}`,
    words: ['You earn ', { strong: emails.earning.amount(money) }, emails.earning.sum(money)],
  };
}

/** The letter as its recipient gets it. */
async function arrivedLetter(
  table: TableReader,
  c: Conversation,
  reader: EmailReader,
): Promise<Block> {
  const postmark = c.price > ZERO ? postmarkOf('Reply paid', c.paidAt, reader) : undefined;
  const lines = { name: c.sender.fullName, line: c.subject, postmark };
  return letterBlock(await letterOf(table, c), lines, reader);
}

/** The odds of the recipient now, and if this letter expires; undefined if they are not shown. */
async function oddsWithout(table: TableReader, c: Conversation, { now }: EmailReader) {
  const outcomes = await outcomesOf(table, c.recipient.id);
  const before = oddsOf(outcomes, now);
  const after = oddsOf(withOutcome(outcomes, c.id, { at: now }, now) ?? outcomes, now);
  return before && after && { before, after };
}
