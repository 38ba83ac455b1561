import * as z from 'zod/mini';
import { REMINDER_STAGES } from './rules/conversations/reminder-stages.ts';

/*
 * Domain events. An event is stored in the outbox in the transaction that it describes, and reaches the event bus through
 * the table's stream at least once. It contains only ids and amounts; subscribers read everything else.
 */

const conversationFields = {
  conversationId: z.string(),
  senderId: z.string(),
  recipientId: z.string(),
};

const fieldsWithAmount = { ...conversationFields, amountCents: z.int() };

/** A referral bonus, of which this amount moved; `userId` is the inviter. */
const referralFields = {
  userId: z.string(),
  invitedUserId: z.string(),
  amountCents: z.int(),
};

/** A payout of a month, with its amount. */
const payoutFields = {
  userId: z.string(),
  period: z.string(),
  amountCents: z.int(),
};

const detail = {
  /** The amount is the price, as in the events of its return. */
  'conversation.paid': z.object(fieldsWithAmount),
  /** The card of the sender was charged while the message still waits, because its hold was about to expire. The amount is the price. */
  'conversation.charged': z.object(fieldsWithAmount),
  /** A free message to the product's own account. */
  'conversation.asked': z.object(conversationFields),
  /** The amount is the recipient's earning. */
  'conversation.answered': z.object(fieldsWithAmount),
  /** `hidden`: the other side does not see it, because it blocked the author. */
  'conversation.replied': z.object({
    ...conversationFields,
    byUserId: z.string(),
    hidden: z.optional(z.literal(true)),
  }),
  /** The recipient asked a clarifying question, the sender replied to it, or its time ended without a reply. */
  'conversation.infoAsked': z.object(conversationFields),
  'conversation.infoGiven': z.object(conversationFields),
  /** `byUserId` ended it; absent if its time was over. */
  'conversation.infoEnded': z.object({ ...conversationFields, byUserId: z.optional(z.string()) }),
  /** The payment of an order came to nothing, so its place is free again. */
  'order.undone': z.object(conversationFields),
  'conversation.closed': z.object(conversationFields),
  'conversation.cancelled': z.object(fieldsWithAmount),
  'conversation.declined': z.object(fieldsWithAmount),
  /** The amount is absent while the payment is reviewed. */
  'conversation.reported': z.object({
    ...conversationFields,
    amountCents: z.optional(z.int()),
    reasonCode: z.string(),
  }),
  /** The sender claims that the paid response did not answer the message. The earning is frozen. */
  'claim.opened': z.object(conversationFields),
  'claim.improved': z.object(conversationFields),
  /** `byUserId` took it to the desk: the recipient contested it, or the sender asked for a decision. */
  'claim.contested': z.object({ ...conversationFields, byUserId: z.string() }),
  'claim.decided': z.object({ ...conversationFields, outcome: z.enum(['UPHELD', 'REJECTED']) }),
  /** The recipient gave the money back; without `byUserId` their time was over. */
  'claim.givenBack': z.object({ ...conversationFields, byUserId: z.optional(z.string()) }),
  'claim.withdrawn': z.object(conversationFields),
  /** An appeal gave the recipient an earning back that was taken; the refund to the sender stays. */
  'earning.restored': z.object(conversationFields),
  /** The sender let the time after an improved answer pass, so it counts as accepted. */
  'claim.accepted': z.object(conversationFields),
  'conversation.expired': z.object(fieldsWithAmount),
  /** A reminder of an unanswered message, at a stage that the recipient asked for. */
  'conversation.expiringSoon': z.object({ ...conversationFields, stage: z.enum(REMINDER_STAGES) }),
  /** The sender reminded the recipient of an unanswered message. */
  'conversation.nudged': z.object(conversationFields),
  /** A capture or refund failed permanently; the platform bears the loss. */
  'money.lost': z.object({ ...conversationFields, amountCents: z.int() }),
  /** An operator refunded the sender; both sides are notified. The amount (cents) is there only for a part of the price. */
  'conversation.givenBack': z.object({ ...conversationFields, amountCents: z.optional(z.int()) }),
  /** A refund did not reach the sender's card, and needs manual work. The amount is in cents. */
  'refund.failed': z.object({ ...conversationFields, amountCents: z.int() }),
  /** The sender disputes the payment of an answered message. The earning (cents) is frozen until the dispute is decided. */
  'dispute.opened': z.object({ ...conversationFields, amountCents: z.int() }),
  'dispute.won': z.object({ ...conversationFields, amountCents: z.int() }),
  'dispute.lost': z.object({ ...conversationFields, amountCents: z.int() }),
  /** The record of the answer was submitted to the sender's bank as evidence. */
  'conversation.evidenceSent': z.object(conversationFields),
  /** The recipient proposed that the answer becomes public; the sender changed the copy, so that the recipient reads it again. */
  'conversation.publicProposed': z.object(conversationFields),
  'conversation.publicRevised': z.object(conversationFields),
  /** Both agreed to the same copy; `byUserId` agreed last. */
  'conversation.published': z.object({ ...conversationFields, byUserId: z.string() }),
  /** It is no longer proposed or public. Without `byUserId` neither of the two ended it. */
  'conversation.publicEnded': z.object({ ...conversationFields, byUserId: z.optional(z.string()) }),
  'referral.earned': z.object(referralFields),
  'referral.takenBack': z.object(referralFields),
  /** `byUserId` invited `userId` to chat. */
  'contact.invited': z.object({ userId: z.string(), byUserId: z.string() }),
  /** `byUserId` accepted the invitation of `userId`. */
  'contact.accepted': z.object({ userId: z.string(), byUserId: z.string() }),
  /** `byUserId` blocked `userId`, who is not notified. What was pending between the two ends. */
  'contact.blocked': z.object({ userId: z.string(), byUserId: z.string() }),
  /** `messageAt` identifies the message in its chat. `directUserId`: the other person of a direct chat. */
  'chat.messageSent': z.object({
    chatId: z.string(),
    byUserId: z.string(),
    messageAt: z.number(),
    directUserId: z.optional(z.string()),
  }),
  /**
   * A group was created or changed. `messageAt` identifies the announcement; there is none when a group is created, and when its
   * last member leaves.
   */
  'chat.changed': z.object({
    chatId: z.string(),
    byUserId: z.string(),
    messageAt: z.optional(z.number()),
    addedUserIds: z.array(z.string()),
    removedUserIds: z.array(z.string()),
  }),
  /** `ownerId` has a place again, and `userId` asked to be notified of it. */
  'place.free': z.object({ userId: z.string(), ownerId: z.string() }),
  /** An account got or changed a name, or became public or not, so the search index has to follow. */
  'user.named': z.object({ userId: z.string() }),
  /** The field, bio, price or listing of an account changed, by which people find it, so the index has to follow. */
  'user.listingChanged': z.object({ userId: z.string() }),
  /** The pause or the cap on waiting orders of an account was saved, so there may be a place. */
  'user.availabilityChanged': z.object({ userId: z.string() }),
  /** An account has a new phone number; the old phone is notified. */
  'user.phoneChanged': z.object({ userId: z.string() }),
  /** A phone change was requested without a code from the old number, so it is pending for 72 hours. The owner is warned. */
  'user.phoneChangeAsked': z.object({ userId: z.string() }),
  /** A new password was set: with a texted code, or with the old one. The owner is notified. */
  'user.passwordReset': z.object({ userId: z.string() }),
  'user.passwordChanged': z.object({ userId: z.string() }),
  /** The setup of the payout account was begun or changed. The owner is notified. */
  'user.payoutSetUp': z.object({ userId: z.string() }),
  /** One of the old channels of an account stopped a step of the takeover ladder. The owner is notified. */
  'user.stepStopped': z.object({ userId: z.string() }),
  /** Somebody signed in on a device that the account did not know. The owner is notified. */
  'user.signedIn': z.object({ userId: z.string(), sessionId: z.string() }),
  /** An account has another email address, or none any more. The owner is notified, at the old address too. */
  'user.emailChanged': z.object({ userId: z.string() }),
  /** A passkey was added to an account, or removed from it. The owner is notified, because somebody else may have done it. */
  'user.passkeyAdded': z.object({ userId: z.string() }),
  'user.passkeyRemoved': z.object({ userId: z.string() }),
  /** The owner asked for the deletion of the account, or it comes in two days. `deletionAt`: when it is deleted. */
  'user.deletionRequested': z.object({ userId: z.string(), deletionAt: z.number() }),
  'user.deletionSoon': z.object({ userId: z.string(), deletionAt: z.number() }),
  /** A person asked for a copy of their data, or it is ready. */
  'export.requested': z.object({ userId: z.string(), exportId: z.string() }),
  'export.ready': z.object({ userId: z.string(), exportId: z.string() }),
  /** A payment of a plan was taken from the card: its beginning, a renewal or a change. `plan`: absent if it is not known. */
  'plan.charged': z.object({
    userId: z.string(),
    plan: z.optional(z.string()),
    amountCents: z.int(),
  }),
  /** The bank declined the renewal of a plan; Stripe retries for two weeks. */
  'plan.renewalFailed': z.object({ userId: z.string(), plan: z.string() }),
  /** A paid plan ended, because it was cancelled or not paid. */
  'plan.ended': z.object({ userId: z.string(), plan: z.string() }),
  /** A payout is due, but the person's payout account cannot receive it yet. */
  'payout.waiting': z.object(payoutFields),
  'payout.paid': z.object(payoutFields),
  /** The first payout of a new account is held for a check, because it looks like cashing out a stolen card. */
  'payout.held': z.object({ userId: z.string() }),
  /** A payout failed, and its amount is owed again. */
  'payout.failed': z.object(payoutFields),
  /** Staff decided the report of this person. UPHELD: they found that it breaks the rules. */
  'report.decided': z.object({
    userId: z.string(),
    outcome: z.enum(['UPHELD', 'REJECTED']),
    /** The statement that they read; absent in the preview of a decision. */
    statementId: z.optional(z.string()),
    /** They were worried about somebody: what was decided is not told. */
    care: z.optional(z.boolean()),
  }),
  /** Staff decided the appeal of this person. UPHELD: it is granted. */
  'appeal.decided': z.object({
    userId: z.string(),
    outcome: z.enum(['UPHELD', 'REJECTED']),
    /** The statement that they appealed. */
    statementId: z.string(),
  }),
  /** Staff decided something about this person, and wrote a statement of reasons. `appealable`: it is against them. */
  'statement.written': z.object({
    userId: z.string(),
    appealable: z.boolean(),
    /** The statement that they read; absent in the preview of a decision. */
    statementId: z.optional(z.string()),
    /** It is a message of staff to somebody who may be in danger. */
    care: z.optional(z.boolean()),
  }),
} as const;

export type DomainEventType = keyof typeof detail;
export const DOMAIN_EVENT_TYPES = Object.keys(detail) as DomainEventType[];

/** A domain event of one type, as it is sent to the bus. */
export type DomainEvent<Type extends DomainEventType = DomainEventType> = {
  [T in Type]: {
    readonly id: string;
    readonly type: T;
    readonly at: number;
    /** The id of the request that caused it; absent outside of functions. */
    readonly causedBy?: string | undefined;
    readonly detail: z.infer<(typeof detail)[T]>;
  };
}[Type];

const envelope = z.object({
  id: z.string(),
  type: z.enum(DOMAIN_EVENT_TYPES as [DomainEventType, ...DomainEventType[]]),
  at: z.number(),
  causedBy: z.optional(z.string()),
  detail: z.unknown(),
});

/** Parses a domain event from the bus. Throws on an unknown type. */
export function parseDomainEvent(raw: unknown): DomainEvent {
  const { type, ...rest } = envelope.parse(raw);
  return { ...rest, type, detail: detail[type].parse(rest.detail) } as DomainEvent;
}
