import * as z from 'zod';

/*
 * What others must hear of. A fact is written in the same transaction as what it tells of, reaches the
 * bus by the table's stream at least once, and names ids only: whoever needs more reads it.
 */

const ofConversation = {
  conversationId: z.string(),
  senderId: z.string(),
  recipientId: z.string(),
};

/** Cents; absent in facts from before they were told of. */
const withAmount = { ...ofConversation, amountCents: z.int().optional() };

const detail = {
  /** With the price, as are those that give it back. */
  'conversation.paid': z.object(withAmount),
  /** A message that costs nothing, to the product's own account. */
  'conversation.asked': z.object(ofConversation),
  /** With what the recipient earns. */
  'conversation.answered': z.object(withAmount),
  'conversation.replied': z.object({ ...ofConversation, byUserId: z.string() }),
  'conversation.closed': z.object(ofConversation),
  'conversation.cancelled': z.object(withAmount),
  'conversation.declined': z.object(withAmount),
  'conversation.reported': z.object({ ...withAmount, reasonCode: z.string() }),
  'conversation.expired': z.object(withAmount),
  /** Two days are left to answer it. */
  'conversation.expiringSoon': z.object(ofConversation),
  /** A capture or a refund that failed for good; the platform bears it. */
  'money.lost': z.object({ ...ofConversation, amountCents: z.int() }),
  /** An operator decided that the sender has it back; both are told. */
  'conversation.givenBack': z.object(ofConversation),
  /** Money (cents) that the sender is to have did not get to their card, and will not by itself. */
  'refund.failed': z.object({ ...ofConversation, amountCents: z.int() }),
  /** The sender's bank asks for the money of an answered message; what it earned (cents) is frozen until that is decided. */
  'dispute.opened': z.object({ ...ofConversation, amountCents: z.int() }),
  'dispute.won': z.object({ ...ofConversation, amountCents: z.int() }),
  'dispute.lost': z.object({ ...ofConversation, amountCents: z.int() }),
  /** The bonus for an invitation; `userId` is who invited. */
  'referral.earned': z.object({ userId: z.string(), invitedUserId: z.string() }),
  'referral.takenBack': z.object({ userId: z.string(), invitedUserId: z.string() }),
  /** `byUserId` would like to chat with `userId`. */
  'contact.invited': z.object({ userId: z.string(), byUserId: z.string() }),
  /** `byUserId` took the invitation of `userId`: they are contacts. */
  'contact.accepted': z.object({ userId: z.string(), byUserId: z.string() }),
  /** `messageAt` is no other message's of its chat; `directUserId`: the other one, where two people chat. */
  'chat.messageSent': z.object({
    chatId: z.string(),
    byUserId: z.string(),
    messageAt: z.number(),
    directUserId: z.string().optional(),
  }),
  /** Somebody is found by another name than before, or can be found for the first time. */
  'user.named': z.object({ userId: z.string() }),
  /** Somebody is reached by another phone number from now on; the phone that they left is to be told. */
  'user.phoneChanged': z.object({ userId: z.string() }),
  /** A phone change was requested without a code from the old number, so it is pending for 72 hours. The owner is warned. */
  'user.phoneChangeAsked': z.object({ userId: z.string() }),
  /** The bank declined the renewal of a plan; the provider tries again for two weeks. */
  'plan.renewalFailed': z.object({ userId: z.string(), plan: z.string() }),
  /** A paid plan is over, because it was cancelled or not paid; `plan` is which. */
  'plan.ended': z.object({ userId: z.string(), plan: z.string() }),
  /** What somebody earned is decided to go out, and their account at the payout provider cannot take it yet. */
  'payout.waiting': z.object({ userId: z.string(), period: z.string() }),
  /** With the amount (cents); absent in facts from before it was told of. */
  'payout.paid': z.object({
    userId: z.string(),
    period: z.string(),
    amountCents: z.int().optional(),
  }),
  /** The first payout of a new account is held for a check, because it looks like cashing out a stolen card. */
  'payout.held': z.object({ userId: z.string() }),
  /** It did not go through, and is owed again. */
  'payout.failed': z.object({ userId: z.string(), period: z.string() }),
} as const;

export type FactType = keyof typeof detail;
export const FACT_TYPES = Object.keys(detail) as FactType[];

/** A fact of one type, as it travels on the bus. */
export type Fact<Type extends FactType = FactType> = {
  [T in Type]: {
    readonly id: string;
    readonly type: T;
    readonly at: number;
    /** The id of the request that wrote it; absent where no function did. */
    readonly causedBy?: string | undefined;
    readonly detail: z.infer<(typeof detail)[T]>;
  };
}[Type];

/** Reads a fact as it comes off the bus; throws on one that nobody has described. */
export function readFact(raw: unknown): Fact {
  const { type, ...rest } = z
    .object({
      id: z.string(),
      type: z.enum(FACT_TYPES as [FactType, ...FactType[]]),
      at: z.number(),
      causedBy: z.string().optional(),
      detail: z.unknown(),
    })
    .parse(raw);
  return { ...rest, type, detail: detail[type].parse(rest.detail) } as Fact;
}
