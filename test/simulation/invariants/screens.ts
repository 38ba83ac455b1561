import { conversationView, inboxRow } from '#functions/conversations/conversation-views.ts';
import type { Conversation } from '#shared/rules/conversations/conversations.ts';
import { instant } from '#shared/time.ts';
import { type Claim, claimBanner } from '#web/features/conversations/claims/claim-banner.ts';
import type { InboxRow, Conversation as Seen } from '#web/features/conversations/conversation.ts';
import {
  earnedAt,
  earningsWords,
  moneyStateWords,
} from '#web/features/conversations/money-words.ts';
import {
  recipientBanner,
  senderBanner,
} from '#web/features/conversations/statuses/status-words.ts';
import { timelineOf } from '#web/features/conversations/thread/timeline.ts';
import { type Invariant, intentOf, isCapturedManually, posted, type Snapshot } from './snapshot.ts';

/*
 * Invariants of what people read about money: each sentence of a conversation on a screen agrees with the payment at Stripe, and
 * each amount with the ledger. The table states what each sentence claims, independently of the product.
 */

type Side = 'sender' | 'recipient';

/** What is true of the money of a conversation. Amounts in cents. */
type Facts = {
  readonly price: number;
  /** Whether the card was charged at any time. */
  readonly isCaptured: boolean;
  readonly isHeld: boolean;
  /** Held or captured, and neither refunded nor withdrawn by a bank. */
  readonly left: number;
  /** Refunded after the capture, by anybody. */
  readonly refunded: number;
  /** Whether the platform has the payment: a report is in review or kept, and nobody has decided to give it back. */
  readonly isPlatforms: boolean;
  /** Whether a bank decides about the payment, or refused a refund or took a part of it. */
  readonly isAtBank: boolean;
  /** What the recipient has of it, and what of it is frozen, in the ledger. */
  readonly earned: number;
  readonly frozen: number;
};

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`;

/** The sentences about money, and when each is true. The first that matches counts. */
const SENTENCES: readonly (readonly [RegExp, (facts: Facts, sentence: string) => boolean])[] = [
  [/expired before there was an answer/, ({ isCaptured, left }) => !isCaptured && left === 0],
  [
    /never charged|(was not|were not|wasn’t|weren’t) charged|didn’t charge you/,
    ({ isCaptured, left }) => !isCaptured && left === 0,
  ],
  [/on hold$|\d held$/, ({ isCaptured }) => !isCaptured],
  [
    /We still owe you all/,
    ({ left, price, isAtBank, isPlatforms }) => isAtBank && left === price && !isPlatforms,
  ],
  [
    /[Ww]e still owe you/,
    ({ left, isAtBank, isPlatforms }) => isAtBank && left > 0 && !isPlatforms,
  ],
  [
    /on its way back|refunding all|All \S+ refunded to your card|gets all (of the money|\S+) back|we refunded it|refunded or disputed before|back on your card/,
    ({ isCaptured, left, isAtBank }) => (isCaptured || left === 0) && (left === 0 || isAtBank),
  ],
  [
    /\d charged, \S+ refunded$/,
    ({ isCaptured, refunded, left, isAtBank }, sentence) =>
      isCaptured && (left > 0 || isAtBank) && sentence.includes(`, ${dollars(refunded)} refunded`),
  ],
  [
    /(have been|was|were) charged|\d charged$/,
    ({ isCaptured, left, isAtBank }) => isCaptured && (left > 0 || isAtBank),
  ],
  [/in review$/, ({ isCaptured, left, isAtBank }) => isCaptured && (left > 0 || isAtBank)],
  [/Nothing earned|(You|you) earn nothing/, ({ earned }) => earned === 0],
  [/^The \S+ is yours|keeps what it earned/, ({ earned, isAtBank }) => earned > 0 || isAtBank],
];

function factsOf(
  state: Snapshot,
  { id, price, recipient, status, money, history }: Conversation,
): Facts {
  const intent = intentOf(state, id);
  const chargeId = String(intent?.latest_charge);
  const charge = state.charges.get(chargeId);
  const disputes = state.disputes.filter(({ charge: of }) => of === chargeId);
  const withdrawn = disputes.flatMap((one) => one.balance_transactions);
  const refunds = state.world.stripe.all('refunds').filter(({ charge: of }) => of === chargeId);
  const received = intent?.amount_received ?? 0;
  const refunded = received > 0 ? (charge?.amount_refunded ?? 0) : 0;
  const taken = withdrawn.reduce((sum, { amount }) => sum - amount, 0);
  const own = (entry: { readonly conversationId?: string }) => entry.conversationId === id;
  const account = `user:${recipient.id}`;
  const frozen = (cause: RegExp) =>
    posted(state, account, (entry) => own(entry) && cause.test(entry.cause));
  return {
    price,
    isCaptured: received > 0,
    isPlatforms:
      status === 'REPORTED' &&
      (money.state === 'IN_REVIEW' || history.some(({ event }) => event === 'KEPT')) &&
      history.every(({ event }) => event !== 'GIVEN_BACK'),
    isHeld: intent?.status === 'requires_capture',
    refunded,
    left: (intent?.amount_capturable ?? 0) + Math.max(0, received - refunded - taken),
    isAtBank: disputes.length > 0 || refunds.some(({ status }) => status === 'failed'),
    earned: posted(state, account, own),
    frozen: -frozen(/^(claimed|claimFreed|frozen|freed):/),
  };
}

/** Every sentence about a conversation that one side reads. */
function sentencesFor(order: Conversation, side: Side, now: number): string[] {
  const at = instant(now);
  const { money, claim } = order;
  const seen = { ...conversationView(order, side, at), contactState: 'NONE' } as Seen;
  const banner = side === 'sender' ? senderBanner(seen) : recipientBanner(seen);
  const shown = claim && {
    ...claim,
    state: money.claim?.state,
    frozen: money.claim?.frozen ?? 0,
  };
  const ofClaim = shown && claimBanner(seen, shown as unknown as Claim, side, at);
  return [
    banner.note ?? '',
    side === 'sender' ? moneyStateWords(seen) : earningsWords(seen),
    // A later event of the timeline may change what an earlier one says, so only the last counts.
    ...timelineOf(seen, side, at)
      .filter(({ done }) => done)
      .slice(-1)
      .map(({ text }) => String(text)),
    ...(ofClaim ? [ofClaim.note] : []),
  ]
    .flatMap((text) => text.split(/(?<=\.) /))
    .filter((sentence) => !sentence.startsWith('If '));
}

const isShown = ({ status, price }: Conversation) =>
  price > 0 && status !== 'PAYING' && status !== 'UNDONE';

/** Every sentence that a side reads about the money of a conversation is true. */
export const screensTellTheTruth: Invariant = (state) =>
  state.conversations.filter(isShown).flatMap((order) => {
    // A capture in Stripe's dashboard is reported to operators; the product's screens cannot know of it.
    if (isCapturedManually(state, order.money.intentId ?? '')) return [];
    const facts = factsOf(state, order);
    return (['sender', 'recipient'] as const).flatMap((side) =>
      sentencesFor(order, side, state.now).flatMap((sentence) => {
        const [, isTrue] = SENTENCES.find(([words]) => words.test(sentence)) ?? [];
        return isTrue && !isTrue(facts, sentence)
          ? [
              `the ${side} of ${order.id} (${order.status} ${order.money.state}) reads “${sentence}”: ${JSON.stringify(facts)}`,
            ]
          : [];
      }),
    );
  });

const centsIn = (words: string) => Number(words.replace(/[^\d.]/g, '')) * 100;

/** The earnings that a recipient reads are in the ledger, and so is what is frozen of them. */
export const earningsShownAreInTheLedger: Invariant = (state) =>
  state.conversations.filter(isShown).flatMap((order) => {
    const { id, money, net } = order;
    const seen = { ...conversationView(order, 'recipient', instant(state.now)) } as Seen;
    const words = earningsWords(seen);
    const { earned, frozen } = factsOf(state, order);
    const shown = Math.round(centsIn(words));
    const wrong = [`the recipient of ${id} reads “${words}”: ${earned} earned, ${frozen} frozen`];
    const row = inboxRow(order as Parameters<typeof inboxRow>[0], instant(state.now));
    const inList = earnedAt(row as unknown as InboxRow) ?? 0;
    if (net !== undefined && frozen === 0 && inList !== earned)
      return [`the recipient of ${id} has ${inList} in the list: ${earned} earned`];
    if (words.endsWith(' earned')) return shown === earned ? [] : wrong;
    if (words.endsWith(' frozen')) return shown === frozen ? [] : wrong;
    return words.endsWith(' waiting') && (net !== undefined || money.state === 'REFUNDED')
      ? wrong
      : [];
  });
