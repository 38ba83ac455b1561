import * as claims from '#shared/messages/claims.ts';
import * as emails from '#shared/messages/emails.ts';
import * as payments from '#shared/messages/payments.ts';
import { type Cents, formatMoney } from '#shared/money.ts';
import { walletName } from '#shared/payment-method-names.ts';
import { isAcceptedBySender } from '#shared/rules/conversations/claim-states.ts';
import { claimDue } from '#shared/rules/conversations/claims.ts';
import {
  type Conversation,
  type Side,
  timeOfAnswer,
} from '#shared/rules/conversations/conversations.ts';
import { netOf } from '#shared/rules/conversations/pricing.ts';
import { appealUntil } from '#shared/rules/desk/cases.ts';
import type { Notification } from '#shared/rules/notifications/notification.ts';
import type { Instant } from '#shared/time.ts';
import {
  type Block,
  type EmailContent,
  type Fact,
  factsOf,
  softText,
  text,
  type Words,
} from './content.ts';
import {
  cardOf,
  type EmailReader,
  letterFacts,
  namesOf,
  previewAbout,
  quoted,
  shownBy,
} from './letter-parts.ts';
import { earlyCharge } from './receipts.ts';

/* The emails about a claim: what the other side did, and the decision with its reason. */

/** The decision of a claim, to one of its sides. */
export function decisionEmail(c: Conversation, side: Side, reader: EmailReader): EmailContent {
  const decision = decisionOf(c, side);
  const words = decisionWords(side, isUpheld(c));
  const endedAt = c.claim?.endedAt ?? reader.now;
  return {
    subject: isRefundRefused(c, side)
      ? emails.claim.upheldAndOwed(decision)
      : words.subject(decision),
    preview: words.preview(decision),
    heading: words.heading,
    blocks: [
      text(moneyWords(c, side, reader)),
      ...reasonBlock(c, decision.name, endedAt, reader),
      factsOf(decisionFacts(c, side, endedAt, reader)),
    ],
    action: {
      label: 'Read the whole claim',
      path: side === 'sender' ? `/order-viewer/${c.id}` : `/inbox-viewer/${c.id}`,
      isOutlined: true,
    },
    after: side === 'recipient' && isUpheld(c) ? [appealBlock(endedAt, reader)] : [],
    reason: emails.reasons.decided,
  };
}

/** The deadline for an appeal against the decision, and the screen for it. */
const appealBlock = (decidedAt: Instant, { dates }: EmailReader): Block =>
  softText([
    `You can appeal this decision until ${dates.deadline(appealUntil(decidedAt))}, in `,
    { link: 'your decisions', path: '/decisions' },
    '.',
  ]);

const isUpheld = ({ money: { claim } }: Conversation): boolean => claim?.state === 'UPHELD';

/** The earning of the answer; the one that it would have had if it was taken back. */
const earningOf = ({ net, price, feeTerms }: Conversation): Cents => net ?? netOf(price, feeTerms);

/** The amounts of a claim, and the first name of the other side. */
function decisionOf(c: Conversation, side: Side) {
  const { senderName, recipientName } = namesOf(c);
  const name = side === 'sender' ? recipientName : senderName;
  return { price: c.price, net: earningOf(c), name, wallet: walletName(c.payment.paidWith) };
}

/** The subject, preview and heading of a decision. */
function decisionWords(side: Side, upheld: boolean) {
  const { claim } = emails;
  if (side === 'sender')
    return upheld
      ? {
          subject: claim.upheldForSender,
          preview: claim.upheldPreview,
          heading: 'Your claim was upheld',
        }
      : {
          subject: claim.rejectedForSender,
          preview: claim.rejectedPreview,
          heading: 'Your claim was rejected',
        };
  return upheld
    ? {
        subject: claim.upheldForRecipient,
        preview: claim.upheldForRecipientPreview,
        heading: 'The claim was upheld',
      }
    : {
        subject: claim.rejectedForRecipient,
        preview: claim.rejectedForRecipientPreview,
        heading: 'Your answer stands',
      };
}

/** Returns whether the sender is owed a refund that the bank of the card turned down. */
const isRefundRefused = (c: Conversation, side: Side): boolean =>
  side === 'sender' && isUpheld(c) && c.money.state === 'CHARGED' && c.money.owed === undefined;

function moneyWords(c: Conversation, side: Side, reader: EmailReader): Words {
  const decision = decisionOf(c, side);
  if (side === 'recipient')
    return isUpheld(c)
      ? claims.recipientsRefund({ ...decision, lapsed: false })
      : emails.claim.rejectedForRecipientPreview(decision);
  if (isRefundRefused(c, side)) return payments.refundRefused({ price: c.price, owed: c.price });
  if (!isUpheld(c)) return emails.claim.rejectedMoney(decision);
  const card = cardOf(c);
  const by = shownBy(c.claim?.endedAt ?? reader.now, reader);
  return [emails.claim.upheldMoney(c.price, card), { strong: by }, '.'];
}

function reasonBlock(
  { claim }: Conversation,
  name: string,
  endedAt: Instant,
  { dates }: EmailReader,
): Block[] {
  if (!claim?.decisionReason) return [];
  return [
    {
      kind: 'quote',
      label: `The reason, as you and ${name} both read it`,
      words: claim.decisionReason,
      source: `Decided by a person on our team, ${dates.deadline(endedAt)}`,
    },
  ];
}

function decisionFacts(
  c: Conversation,
  side: Side,
  endedAt: Instant,
  { dates }: EmailReader,
): Fact[] {
  const dayAndSum = (at: Instant, sum: string) => `${dates.day(at)} · ${sum}`;
  const price = formatMoney(c.price);
  const net = formatMoney(earningOf(c));
  const answeredAt = timeOfAnswer(c) ?? c.paidAt;
  if (side === 'recipient')
    return [
      { label: 'The letter', value: c.subject },
      { label: 'You answered', value: dates.day(answeredAt) },
      isUpheld(c)
        ? { label: 'Taken back', value: `− ${net}` }
        : { label: 'Yours again', value: dayAndSum(endedAt, net), tone: 'blue' },
    ];
  return [
    { label: 'Your letter', value: c.subject },
    { label: 'Charged', value: dayAndSum(earlyCharge(c) ?? answeredAt, price) },
    ...(isUpheld(c)
      ? [
          isRefundRefused(c, side)
            ? ({ label: 'We owe you', value: price, tone: 'blue' } as const)
            : ({ label: 'Refunded', value: dayAndSum(endedAt, price), tone: 'blue' } as const),
        ]
      : []),
  ];
}

/** The labels of the buttons of the steps of a claim. */
const CLAIM_LABELS: Readonly<Record<string, string>> = {
  'claim.opened': 'Respond to the claim',
  'claim.improved': 'Read the improved answer',
  'claim.contested': 'See the claim',
  'claim.givenBack': 'See the claim',
  'claim.withdrawn': 'See the letter',
  'claim.accepted': 'See the letter',
};

/** A step of a claim, with what it asks of the reader until when. */
export function claimStepEmail(
  c: Conversation,
  { title, body, path, userId }: Notification,
  type: string,
  reader: EmailReader,
): EmailContent {
  const { recipientName } = namesOf(c);
  const isSender = userId === c.sender.id;
  const subject = stepSubject(c, type, isSender) ?? title;
  const words = stepWords(c, type, isSender) ?? body;
  const due = dueOf(c, isSender, reader);
  return {
    subject,
    preview: due ? `${due.preview} ${quoted(c.subject)}` : previewAbout(c, words),
    heading: subject,
    blocks: [
      ...(due ? [{ kind: 'due', ...due } as const] : []),
      text(words),
      factsOf([
        ...letterFacts(c, isSender ? 'sender' : 'recipient'),
        ...movedFacts(c, type, isSender),
      ]),
    ],
    action: { label: CLAIM_LABELS[type] ?? 'See the claim', path, isOutlined: due === undefined },
    reason: emails.reasons.claim(isSender ? `${recipientName}’s` : 'your'),
  };
}

/** The deadline of the reader and what it is for; undefined if it is not their turn. */
function dueOf(c: Conversation, isSender: boolean, { now, dates }: EmailReader) {
  const until = claimDue(c);
  const isTheirTurn = c.money.claim?.state === (isSender ? 'IMPROVED' : 'OPEN');
  if (until === undefined || until <= now || !isTheirTurn) return undefined;
  const { claimDue: due } = emails;
  const by = dates.deadline(until);
  const words = { name: namesOf(c).senderName, price: c.price };
  return isSender
    ? { title: due.decideBy(by), words: due.improved, preview: due.improvedPreview(by) }
    : {
        title: due.respondBy(by),
        words: claims.recipientsIdle(words),
        preview: due.openedPreview(by, words),
      };
}

/** The words of a step; undefined for one whose notification says them. */
function stepWords(c: Conversation, type: string, isSender: boolean): string | undefined {
  const { senderName: name, recipientName: author } = namesOf(c);
  const net = earningOf(c);
  const frozen = c.money.claim?.frozen ?? net;
  const { claimWords } = emails;
  switch (type) {
    case 'claim.opened':
      return claimWords.opened(name, frozen);
    case 'claim.improved':
      return claimWords.improved(c.price);
    case 'claim.contested':
      return isSender
        ? claimWords.contested(author, c.price)
        : claimWords.decisionAsked(name, frozen);
    case 'claim.givenBack':
      return isSender ? undefined : claims.recipientsRefund({ name, price: c.price, lapsed: true });
    case 'claim.withdrawn':
      return claimWords.unfrozen(net);
    case 'claim.accepted':
      return claimWords.accepted(name, net);
    default:
      return undefined;
  }
}

/** The rows about the balance of the recipient that the end of a claim changed. */
function movedFacts(c: Conversation, type: string, isSender: boolean): Fact[] {
  if (isSender) return [];
  const net = formatMoney(earningOf(c));
  switch (type) {
    case 'claim.givenBack':
      return [{ label: 'Taken back', value: `− ${net}` }];
    case 'claim.withdrawn':
    case 'claim.accepted':
      return [{ label: 'Yours again', value: net, tone: 'blue' }];
    default:
      return [];
  }
}

/** The subject of a step; undefined for one whose notification says it. */
function stepSubject(c: Conversation, type: string, isSender: boolean): string | undefined {
  const { senderName: sender, recipientName: author } = namesOf(c);
  const step = { sender, author, price: c.price, net: earningOf(c) };
  const { claimSteps } = emails;
  switch (type) {
    case 'claim.opened':
      return claimSteps.opened(step);
    case 'claim.improved':
      return claimSteps.improved(step);
    case 'claim.contested':
      return isSender ? claimSteps.contested(step) : claimSteps.decisionAsked(step);
    case 'claim.givenBack':
      return isSender ? undefined : claimSteps.lapsed(step);
    case 'claim.withdrawn':
      return isAcceptedBySender({ state: c.money.claim?.state, ...c.claim })
        ? claimSteps.acceptedBySender(step)
        : claimSteps.withdrawn(step);
    case 'claim.accepted':
      return claimSteps.accepted(step);
    default:
      return undefined;
  }
}
