import * as z from 'zod';
import { id } from '../ids.ts';
import { ALERT_KINDS } from '../rules/accounts/alerts.ts';
import { CONTACT_STATES } from '../rules/contacts/contacts.ts';
import { MONEY_STATES, STATUSES } from '../rules/conversations/conversations.ts';
import { LEDGER_LINES } from '../rules/ledger/ledger-lines.ts';
import { BADGES } from '../rules/profiles/badge.ts';
import { THEMES } from '../rules/profiles/themes.ts';
import { dollars, moment, wholeNumber } from '../wire.ts';

/* The entities of the contract, as they travel. */

const text = z.string();
const maybeText = z.string().nullable();
const contactState = z.enum(CONTACT_STATES);

export const licenseId = z.enum(['FREE', 'STARTER', 'PROFESSIONAL', 'NONE']);

/** The response of a sign-in. `refresh_token` is absent if it is in a cookie. */
export const tokens = z.object({
  access_token: text,
  refresh_token: text.optional(),
  device_token: text.optional(),
  user_id: text,
  full_name: text,
  avatar_url: maybeText,
});

/** What a change of the plan gives: the token that the caller came with, saying the new plan. It ends when the old one does. */
export const freshAccessToken = z.object({ access_token: text });

export const user = z.object({
  id: text,
  fullName: text,
  phoneNumber: text,
  /** The new number of a pending phone change, and from and until when it can be completed; null if none is pending. */
  nextPhoneNumber: maybeText,
  nextPhoneNumberAt: moment.nullable(),
  nextPhoneNumberUntil: moment.nullable(),
  username: text,
  bio: text,
  creationDate: moment,
  lastLogin: moment.nullable(),
  rawLastLogin: moment.nullable(),
  previousVisit: moment.nullable(),
  rawPreviousVisit: moment.nullable(),
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
  /** When the next month of a paid plan is paid, and until when a canceled plan lasts; each null where there is none. */
  planRenewsAt: moment.nullable(),
  planEndsAt: moment.nullable(),
  /** The last renewal was declined; it is tried again for two weeks. */
  planPaymentFailed: z.boolean(),
  /** `trusted`: whether `badge` is IDENTITY. The badge is determined by `nameOnCard` and `verifiedName`. */
  badge: z.enum(BADGES),
  trusted: z.boolean(),
  nameOnCard: maybeText,
  verifiedName: maybeText,
});

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
  paidResponsePrice: dollars(),
  paidResponsePriceFormatted: text,
  paidResponseCommitment: z.int(),
  /** Percent of ended paid messages that got their answer; 100 where none has ended yet. */
  responseRate: z.int().min(0).max(100),
  /** How many paid messages were answered, of how many that ended: the figures behind the rate. */
  answeredCount: z.int(),
  endedCount: z.int(),
  /** How many more paid messages this month's commitment takes. */
  remainingThisMonth: z.int(),
  active: z.boolean(),
  badge: z.enum(BADGES),
  trusted: z.boolean(),
  contact: z.boolean(),
  /** Where the caller stands with this person, when it comes to chat; NONE for whoever is not signed in. */
  contactState,
  founder: z.boolean(),
});

export const paymentMethod = z.object({ id: text, cardBrand: text, cardLastFour: text });

const status = z.enum(STATUSES);
const moneyState = z.enum(MONEY_STATES);

export const timelineEvent = z.object({
  event: z.enum([
    'PAID',
    'SENT',
    'READ',
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
    'DISPUTE_WON',
    'DISPUTE_LOST',
    'TAKEN_BACK',
  ]),
  at: moment,
  moneyState,
  /**
   * Of a dispute, for the recipient: what of their earning is frozen, is theirs again, or is lost; of what was given back
   * by hand: what they gave up. Of a return that failed for good, for the sender: what is owed to them.
   */
  amount: dollars().optional(),
});

/** A conversation seen from either side; an inbox and its order have the same fields. */
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

/** A conversation with what happened to it, as whoever began it is answered. */
export const conversationView = z.object({
  ...conversation,
  /** What the recipient said to the sender when they declined: plain text. Null where nothing was said. */
  note: maybeText,
  timeline: z.array(timelineEvent),
});

/** As `viewInbox` and `viewOrder` give it, to the one who looks. */
export const conversationSeen = conversationView.extend({
  /** Where the caller stands with the other side, when it comes to chat. */
  contactState,
});

const row = {
  lastMessageUserId: text,
  /** The other side, or for the caller's own side the caller, has opened the newest message. */
  messageRead: z.boolean(),
  /** Delivered to the caller's list but not opened. */
  messageSeen: z.boolean(),
  /** Not delivered to the caller's list before. */
  messageNew: z.boolean(),
};

export const inboxListItem = z.object({
  ...conversation,
  ...row,
  prettyDateSent: text,
  /** What the sender's bank holds or has kept of the recipient's earning: the answer earns `netEarnings` less this. */
  netDisputed: dollars(),
  /** How the dispute of the payment stands; null where there is none, or where it was won. */
  dispute: z.enum(['OPEN', 'LOST']).nullable(),
});

export const orderListItem = z.object({
  ...conversation,
  ...row,
  rawModificationTime: moment,
  prettyModificationDate: text,
});

export const conversationMessage = z.object({
  id: text,
  /** The paid question, the paid response, or a free reply. */
  kind: z.enum(['QUESTION', 'PAID_RESPONSE', 'REPLY']),
  senderId: text,
  senderName: text,
  senderAvatar: maybeText,
  body: text,
  dateTimeSent: moment,
  messageRead: z.boolean(),
  dateTimeRead: moment.nullable(),
});

export const accountBalance = z.object({
  userId: text,
  messageCount: z.int(),
  totalMessages: z.int(),
  totalEarnings: dollars(),
  grossRevenue: dollars(),
  platformFees: dollars(),
  /** All that the caller is owed: until a payout is paid it is owed, whatever is under way. */
  accountBalance: dollars(),
  /** The caller's debt: earnings taken back after they were paid out. Later earnings repay it before they are payable. */
  debtAmount: dollars(),
  /** The part of `accountBalance` that is being paid out, and the part of that which waits for the caller's payout account. */
  outgoingAmount: dollars(),
  waitingAmount: dollars(),
});

/** One movement of the caller's balance: `net` is `gross` less `fee`, negative where it went out. */
export const ledgerLine = z.object({
  id: text,
  at: moment,
  what: z.enum(LEDGER_LINES),
  conversationId: maybeText,
  gross: dollars(),
  fee: dollars(),
  net: dollars(),
  /** The terms that made the fee, `10` percent and `0.5` dollars; null where none was taken. */
  feePercent: z.number().nullable(),
  feeFixed: dollars().nullable(),
});

export const dashboardStats = z.object({
  userId: text,
  /** The net of all messages waiting for the caller's answer, and how many they are: tickets to support are free. */
  pendingPayments: dollars(),
  pendingInbox: z.int(),
  /** All that the caller is owed, and the part of it that waits for their payout account. */
  accountBalance: dollars(),
  waitingAmount: dollars(),
  profileViews: z.int(),
  unreadOutbox: z.int(),
  unreadInbox: z.int(),
  /** Invitations to chat that wait for the caller's answer. */
  contactRequests: z.int(),
  /** What happened to the account and stands on the home screen until it is dismissed. */
  alerts: z.array(
    z.object({
      kind: z.enum(ALERT_KINDS),
      at: moment,
      count: z.int(),
      amount: dollars(),
      /** PLAN_ENDED: the plan that ended. REPORT_CHARGED: the newest conversation. */
      about: maybeText,
    }),
  ),
});

export const inboundSettingsView = z.object({
  userId: text,
  paidResponsePrice: dollars(),
  paidResponseCommitment: z.int(),
});

/** Somebody whom a search found. */
export const foundUser = z.object({
  id: text,
  /** What stands between the caller and this person; null where nothing does. */
  userContactId: maybeText,
  fullName: text,
  username: text,
  profileImageUrl: maybeText,
  trusted: z.boolean(),
  contact: z.boolean(),
  /** Whether this month's commitment takes one more paid message. */
  active: z.boolean(),
  paidResponseCommitment: z.int(),
  paidResponsePriceFormatted: text,
});

export const chat = z.object({
  id: z.string(),
  /** Of a group, the name it was given; of two people, the other's. */
  name: z.string(),
  /** The beginning of the newest message, in plain text; empty where nothing was written. */
  description: z.string(),
  /** Of two people, the other's portrait. */
  avatar: z.string().nullable(),
  /** How many messages the viewer has not read. */
  unread: z.int(),
  dateTimeModified: moment,
  direct: z.boolean(),
  /** Of two people, the other's id. */
  userId: z.string().nullable(),
  /** Nothing more can be written: the two are no contacts any more. It can be read, and goes on when they are again. */
  deleted: z.boolean(),
  /** How many people are in it, the viewer included. */
  memberCount: z.int(),
});

export const chatMessage = z.object({
  id: z.string(),
  /** 1, 2, 3 …: the messages of a chat, in their order and without gaps. */
  number: z.int(),
  userId: z.string(),
  userName: z.string(),
  /** HTML. */
  content: z.string(),
  userAvatar: z.string().nullable(),
  dateTimeSent: moment,
  /** Somebody else has read it. */
  readReceipt: z.boolean(),
  /** Who has, the writer left out. */
  readUserIds: z.array(z.string()),
});

export const chatParticipant = z.object({
  id: z.string(),
  fullName: z.string(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
});

/* Drafts as they travel, and how one is named. */

/** A draft, as one of its versions. */
export const draftView = z.object({
  id: z.string(),
  /** 1, 2, 3 …: counts its saves. */
  version: z.int(),
  recipientId: z.string(),
  messageSubject: z.string(),
  /** HTML, sanitized. */
  messageText: z.string(),
  modifiedAt: moment,
  /** It is kept until then, and longer with each save. */
  expiresAt: moment,
});

/** A draft in a list of them. */
export const draftListItem = draftView.omit({ messageText: true }).extend({
  recipientName: z.string(),
  recipientAvatarUrl: z.string().nullable(),
  /** Whether the recipient takes paid messages now; false where the account is gone. */
  acceptsMessages: z.boolean(),
  /** The beginning of the message, in plain text; empty where nothing was written. */
  excerpt: z.string(),
});

/** Which draft, as it was read; `draftId` and `draftVersion` come together. */
export const draftVersion = {
  draftId: id(),
  draftVersion: wholeNumber('draftVersion must be a whole number'),
};
