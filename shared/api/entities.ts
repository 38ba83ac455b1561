import * as z from 'zod/mini';
import { id } from '../ids.ts';
import { ALERT_KINDS } from '../rules/accounts/alerts.ts';
import { ANNOUNCEMENTS } from '../rules/chat/announcements.ts';
import { REACTIONS } from '../rules/chat/message-changes.ts';
import { CONTACT_STATES } from '../rules/contacts/contacts.ts';
import { UNDECIDED_CLAIM_STATES } from '../rules/conversations/claim-states.ts';
import { MONEY_STATES, STATUSES } from '../rules/conversations/conversations.ts';
import { PERMISSIONS } from '../rules/desk/permissions.ts';
import { LEDGER_LINES } from '../rules/ledger/ledger-lines.ts';
import { BADGES } from '../rules/profiles/badge.ts';
import { THEMES } from '../rules/profiles/themes.ts';
import { dollars, moment, wholeNumber } from '../wire.ts';

/* The entities in responses of the API, in their wire format. */

const text = z.string();
const maybeText = z.nullable(z.string());
export const contactState = z.enum(CONTACT_STATES);

export const licenseId = z.enum(['FREE', 'STARTER', 'PROFESSIONAL', 'NONE']);

/** The response of a sign-in. `refresh_token` is absent if it is in a cookie. */
export const tokens = z.object({
  access_token: text,
  refresh_token: z.optional(text),
  device_token: z.optional(text),
  user_id: text,
  full_name: text,
  avatar_url: maybeText,
  permission_ids: z.optional(z.array(z.enum(PERMISSIONS))),
});

/** The response of a change of plan: the caller's access token with the new plan. It expires when the old one does. */
export const freshAccessToken = z.object({ access_token: text });

export const user = z.object({
  id: text,
  fullName: text,
  phoneNumber: text,
  /** The new number of a pending phone change, and from and until when it can be completed; null if none is pending. */
  nextPhoneNumber: maybeText,
  nextPhoneNumberAt: z.nullable(moment),
  nextPhoneNumberUntil: z.nullable(moment),
  username: text,
  bio: text,
  creationDate: moment,
  lastLogin: z.nullable(moment),
  rawLastLogin: z.nullable(moment),
  previousVisit: z.nullable(moment),
  rawPreviousVisit: z.nullable(moment),
  /** What the person may do at the desk; empty for almost everybody. */
  permissionIds: z.array(z.enum(PERMISSIONS)),
  profileImageUrl: maybeText,
  licenseId,
  verified: z.boolean(),
  stripeCustomerId: maybeText,
  stripePaymentMethodId: maybeText,
  socialInstagram: text,
  socialLinkedin: text,
  socialYouTube: text,
  socialTikTok: text,
  socialBluesky: text,
  referralCode: text,
  referralCodeUrl: text,
  categoryId: maybeText,
  categoryName: maybeText,
  subCategoryId: maybeText,
  subCategoryName: maybeText,
  theme: z.enum(THEMES),
  /** When a paid plan renews, and when a canceled plan ends; each null if it does not apply. */
  planRenewsAt: z.nullable(moment),
  planEndsAt: z.nullable(moment),
  /** Whether the last renewal was declined; Stripe retries for two weeks. */
  planPaymentFailed: z.boolean(),
  /** `trusted`: whether `badge` is IDENTITY. The badge is determined by `nameOnCard` and `verifiedName`. */
  badge: z.enum(BADGES),
  trusted: z.boolean(),
  nameOnCard: maybeText,
  verifiedName: maybeText,
});

const pause = z.object({ until: z.nullable(moment) });
const boughtTier = z.object({ name: text, promise: text, minimumLength: z.int() });
const tier = z.extend(boughtTier, { price: dollars() });

export const publicProfile = z.object({
  id: text,
  username: text,
  fullName: text,
  creationDate: moment,
  profileImageUrl: maybeText,
  bio: text,
  socialBluesky: text,
  socialInstagram: text,
  socialTikTok: text,
  socialLinkedin: text,
  socialYouTube: text,
  socialBlueskyUrl: maybeText,
  socialInstagramUrl: maybeText,
  socialTikTokUrl: maybeText,
  socialLinkedinUrl: maybeText,
  socialYouTubeUrl: maybeText,
  categoryId: maybeText,
  categoryName: maybeText,
  subCategoryId: maybeText,
  subCategoryName: maybeText,
  /** The lowest price at which the person answers. */
  paidResponsePrice: dollars(),
  paidResponsePriceFormatted: text,
  paidResponseCommitment: z.int(),
  /** What the sender can choose from; absent if there is one price. A tier that is changed has another id. */
  tiers: z.optional(z.array(z.extend(tier, { id: text }))),
  /** The person takes no messages now, until they say so or until this time. Absent without a pause. */
  paused: z.optional(pause),
  /** As many orders wait as the person takes at once, and whether the caller asked to be told of a place. Absent otherwise. */
  full: z.optional(z.object({ asked: z.boolean() })),
  /** The percentage of ended paid messages that were answered; 100 if none has ended yet. */
  responseRate: z.int().check(z.minimum(0), z.maximum(100)),
  /** The figures behind the rate: the answered and the ended paid messages. */
  answeredCount: z.int(),
  endedCount: z.int(),
  /**
   * The odds of an answer, from the orders that ended in the last 90 days; null if fewer than five did. `ended`: answered, or
   * not answered by the deadline. `medianHours`: from the payment to the answer; null if none was answered.
   */
  odds: z.nullable(
    z.object({ answered: z.int(), ended: z.int(), medianHours: z.nullable(z.int()) }),
  ),
  /** The number of paid messages that this month's commitment still accepts. */
  remainingThisMonth: z.int(),
  active: z.boolean(),
  badge: z.enum(BADGES),
  trusted: z.boolean(),
  contact: z.boolean(),
  /** The contact state between the caller and this person; NONE without a signed-in caller. */
  contactState,
  /** Whether the caller blocked this person. */
  blocked: z.boolean(),
  founder: z.boolean(),
  /** What is known of the person; each date is null if it does not hold. Absent for the support account, and before it existed. */
  trust: z.optional(
    z.object({
      phoneSince: z.nullable(moment),
      /** Whether the name typed with the card on file is the full name. */
      cardName: z.boolean(),
      identitySince: z.nullable(moment),
      passkeySince: z.nullable(moment),
      /** Sites that link back to the profile, newest check first. */
      links: z.array(z.object({ host: text, verifiedAt: moment })),
      upheldClaims: z.int(),
    }),
  ),
});

export const paymentMethod = z.object({ id: text, cardBrand: text, cardLastFour: text });

const status = z.enum(STATUSES);
const moneyState = z.enum(MONEY_STATES);

export const timelineEvent = z.object({
  event: z.enum([
    'PAID',
    'SENT',
    'READ',
    'INFO_ASKED',
    'INFO_GIVEN',
    'INFO_ENDED',
    'NUDGED',
    'CAPTURED',
    'ANSWERED',
    'REPLIED',
    'CLOSED',
    'CANCELLED',
    'DECLINED',
    'REPORTED',
    'EXPIRED',
    'RETURNED',
    'RETURN_FAILED',
    'GIVEN_BACK',
    'KEPT',
    'DISPUTED',
    'EVIDENCE_SENT',
    'DISPUTE_WON',
    'DISPUTE_LOST',
    'TAKEN_BACK',
    'CLAIMED',
    'CLAIM_IMPROVED',
    'CLAIM_CONTESTED',
    'CLAIM_WITHDRAWN',
    'CLAIM_ACCEPTED',
    'CLAIM_GIVEN_BACK',
    'CLAIM_LAPSED',
    'CLAIM_UPHELD',
    'CLAIM_REJECTED',
    'CLAIM_OVERTAKEN',
  ]),
  at: moment,
  moneyState,
  /**
   * For a dispute, as the recipient sees it: the part of the earning that is frozen, released or lost. For a refund by an
   * operator: the earning that was taken back. For a claim: the part of the earning that is frozen, free again or taken back.
   * For a refund that failed permanently, as the sender sees it: the amount owed to them.
   */
  amount: z.optional(dollars()),
});

/** The fields of a conversation for both sides; an inbox and its order have the same. */
const conversation = {
  id: text,
  subject: text,
  status,
  senderId: text,
  senderName: text,
  senderUsername: text,
  senderAvatarUrl: maybeText,
  recipientId: text,
  recipientName: text,
  recipientUsername: text,
  recipientAvatarUrl: maybeText,
  price: dollars(),
  netEarnings: dollars(),
  timeReceived: moment,
  expiringSoon: z.boolean(),
  /** Whether the caller may write now: the paid response, or a free reply. */
  allowResponse: z.boolean(),
  reasonCode: maybeText,
  deadlineAt: moment,
  modifiedAt: moment,
  moneyState,
};

/** A conversation with its timeline. */
export const conversationView = z.object({
  ...conversation,
  /** The recipient's note to the sender when they declined, in plain text; null if there is none. */
  note: maybeText,
  /**
   * The recipient's clarifying question: it pauses the deadline until `endedAt`, and at most until `until`. Null if there was
   * none. In NEEDS_INFO `deadlineAt` is the latest possible one.
   */
  clarification: z.nullable(
    z.object({ askedAt: moment, until: moment, endedAt: z.nullable(moment) }),
  ),
  /** The tier that was bought, as it was then; absent if the recipient had none. */
  tier: z.optional(boughtTier),
  timeline: z.array(timelineEvent),
});

const row = {
  lastMessageUserId: text,
  /** Whether the newest message was opened: by the caller, or by the other side if the caller wrote it. */
  messageRead: z.boolean(),
  /** Whether it was shown in the caller's list before but not opened. */
  messageSeen: z.boolean(),
  /** Whether the caller's list shows it for the first time. */
  messageNew: z.boolean(),
  /** The state of a claim that is not decided; null if there is none. OPEN waits for the recipient, IMPROVED for the sender. */
  claimState: z.nullable(z.enum(UNDECIDED_CLAIM_STATES)),
};

export const inboxListItem = z.object({
  ...conversation,
  ...row,
  prettyDateSent: text,
  /** The part of the recipient's earning that is frozen or lost in a dispute: the answer earns `netEarnings` less this. */
  netDisputed: dollars(),
  /** The state of a dispute of the payment; null if there is none, or if it was won. */
  dispute: z.nullable(z.enum(['OPEN', 'LOST'])),
});

export const orderListItem = z.object({
  ...conversation,
  ...row,
  rawModificationTime: moment,
  prettyModificationDate: text,
});

export const accountBalance = z.object({
  userId: text,
  messageCount: z.int(),
  totalMessages: z.int(),
  totalEarnings: dollars(),
  grossRevenue: dollars(),
  platformFees: dollars(),
  /** The amount that the caller is owed; it includes payouts until they are paid. */
  accountBalance: dollars(),
  /** The caller's debt: earnings taken back after they were paid out. Later earnings repay it before they are payable. */
  debtAmount: dollars(),
  /** The part of `accountBalance` that is being paid out, and the part of that which waits for the caller's payout account. */
  outgoingAmount: dollars(),
  waitingAmount: dollars(),
});

/** A line of the caller's ledger: `net` is `gross` less `fee`, and negative for money that went out. */
export const ledgerLine = z.object({
  id: text,
  at: moment,
  what: z.enum(LEDGER_LINES),
  conversationId: maybeText,
  gross: dollars(),
  fee: dollars(),
  net: dollars(),
  /** The rate of the fee, such as `10` percent and `0.5` dollars; null if there was no fee. */
  feePercent: z.nullable(z.number()),
  feeFixed: z.nullable(dollars()),
});

export const dashboardStats = z.object({
  userId: text,
  /** The net earnings of all unanswered messages, and their number. Help tickets are free. */
  pendingPayments: dollars(),
  pendingInbox: z.int(),
  /** The amount that the caller is owed, and the part of it that waits for their payout account. */
  accountBalance: dollars(),
  waitingAmount: dollars(),
  profileViews: z.int(),
  unreadOutbox: z.int(),
  unreadInbox: z.int(),
  /** The number of unanswered invitations to chat. */
  contactRequests: z.int(),
  /** The alerts of the account that were not dismissed yet. */
  alerts: z.array(
    z.object({
      kind: z.enum(ALERT_KINDS),
      at: moment,
      count: z.int(),
      amount: dollars(),
      /** PLAN_ENDED: the plan that ended. REPORT_CHARGED: the newest conversation. PLACE_FREE: the username. */
      about: maybeText,
    }),
  ),
});

export const inboundSettingsView = z.object({
  userId: text,
  /** The price of an answer, unless there are tiers. */
  paidResponsePrice: dollars(),
  paidResponseCommitment: z.int(),
  tiers: z.optional(z.array(tier)),
  /** The most orders that wait at once; absent for no cap. */
  waitingMax: z.optional(z.int()),
  /** Absent without a pause, and once it is over. */
  paused: z.optional(pause),
});

/** A person in a search result. */
export const foundUser = z.object({
  id: text,
  /** The id of the contact relation between the caller and this person; null if there is none. */
  userContactId: maybeText,
  fullName: text,
  username: text,
  profileImageUrl: maybeText,
  trusted: z.boolean(),
  contact: z.boolean(),
  /** Whether this month's commitment accepts another paid message. */
  active: z.boolean(),
  paidResponseCommitment: z.int(),
  paidResponsePriceFormatted: text,
});

export const chat = z.object({
  id: z.string(),
  /** The name of a group; for a direct chat, the other person's name. */
  name: z.string(),
  /** The beginning of the newest message, in plain text; empty if there is none. */
  description: z.string(),
  /** The photo of a group; for a direct chat, the other person's portrait. */
  avatar: z.nullable(z.string()),
  /** The number of messages that the caller has not read. */
  unread: z.int(),
  dateTimeModified: moment,
  direct: z.boolean(),
  /** For a direct chat, the other person's id. */
  userId: z.nullable(z.string()),
  /**
   * Whether the two people of a direct chat are no longer contacts: they can read it, but write only after they are
   * contacts again.
   */
  deleted: z.boolean(),
  /** Whether the caller blocked the other person of a direct chat. */
  blocked: z.boolean(),
  /** The number of members, the caller included. */
  memberCount: z.int(),
  /** The member who may change a group; null for a direct chat. */
  ownerId: z.nullable(z.string()),
  /** Whether the caller gets no push notifications about its messages. */
  muted: z.boolean(),
});

const announcement = z.object({
  kind: z.enum(ANNOUNCEMENTS),
  /** The people who were added or removed; the next owner, if the owner left. */
  people: z.array(z.object({ userId: z.string(), fullName: z.string() })),
  /** The new name of a group. */
  name: z.optional(z.string()),
});

export const chatMessage = z.object({
  id: z.string(),
  /** The consecutive number of the message in its chat, from 1. */
  number: z.int(),
  userId: z.string(),
  userName: z.string(),
  /** HTML. */
  content: z.string(),
  userAvatar: z.nullable(z.string()),
  dateTimeSent: moment,
  /** Whether anybody except its writer has read it. */
  readReceipt: z.boolean(),
  /** The members who have read it, without its writer. */
  readUserIds: z.array(z.string()),
  edited: z.optional(z.literal(true)),
  /** Its content is empty then. */
  deleted: z.optional(z.literal(true)),
  /** By reaction, in the order of REACTIONS; absent without one. */
  reactions: z.optional(
    z.array(z.object({ reaction: z.enum(REACTIONS), userIds: z.array(z.string()) })),
  ),
  /** A picture above the text, which may be empty then. `width` and `height` are in pixels. */
  picture: z.optional(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  /** What its writer did to the group; the content is empty then (shared/rules/chat/announcements.ts). */
  announcement: z.optional(announcement),
});

export const chatParticipant = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.nullable(z.string()),
});

/* Drafts, and how requests identify one. */

/** One version of a draft. */
export const draftView = z.object({
  id: z.string(),
  /** The number of its saves. */
  version: z.int(),
  recipientId: z.string(),
  messageSubject: z.string(),
  /** HTML, sanitized. */
  messageText: z.string(),
  modifiedAt: moment,
  /** When it expires; each save postpones this. */
  expiresAt: moment,
});

/** A draft in a list. */
export const draftListItem = z.extend(z.omit(draftView, { messageText: true }), {
  recipientName: z.string(),
  recipientAvatarUrl: z.nullable(z.string()),
  /** Whether the recipient accepts paid messages now; false if the account is gone. */
  acceptsMessages: z.boolean(),
  /** The beginning of the message, in plain text; empty without a text. */
  excerpt: z.string(),
});

/** The draft and version that the client has read; both or neither are sent. */
export const draftVersion = {
  draftId: id(),
  draftVersion: wholeNumber('draftVersion must be a whole number'),
};
