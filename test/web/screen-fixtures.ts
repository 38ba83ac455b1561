import type { viewInbox } from '#shared/api/conversations.ts';
import type { Output } from '#shared/api/operation.ts';
import type { viewUserProfile } from '#shared/api/profiles.ts';
import { cents, ZERO } from '#shared/money.ts';
import { deadlineOf } from '#shared/rules/conversations/state-machine.ts';
import { instant } from '#shared/time.ts';
import type { CurrentUser } from '#web/api/current-user.ts';

/* Answers of the server for screens in jsdom. */

export const NOW = instant(Date.now());

/** The signed-in user, a member. */
export const ana: CurrentUser = {
  id: '01J0000000000000000000000A',
  fullName: 'Ana Marković',
  username: 'ana.markovic',
  phoneNumber: '+15555550101',
  verified: true,
  licenseId: 'STARTER',
  bio: '',
  nextPhoneNumber: null,
  nextPhoneNumberAt: null,
  nextPhoneNumberUntil: null,
  creationDate: NOW,
  lastLogin: NOW,
  rawLastLogin: NOW,
  permissionIds: [],
  previousVisit: null,
  rawPreviousVisit: null,
  profileImageUrl: null,
  stripeCustomerId: null,
  stripePaymentMethodId: null,
  socialInstagram: '',
  socialLinkedin: '',
  socialYouTube: '',
  socialTikTok: '',
  socialBluesky: '',
  referralCode: '',
  referralCodeUrl: '',
  categoryId: null,
  categoryName: null,
  subCategoryId: null,
  subCategoryName: null,
  theme: 'light',
  planRenewsAt: null,
  planEndsAt: null,
  planPaymentFailed: false,
  hadPlan: false,
  badge: 'NONE',
  trusted: false,
  nameOnCard: null,
  verifiedName: null,
};

/** A person who writes to Ana. */
export const ben: CurrentUser = {
  ...ana,
  id: '01J0000000000000000000000B',
  fullName: 'Ben Okafor',
  username: 'ben.okafor',
};

/** Ben's public profile. */
export const bensProfile: Output<typeof viewUserProfile>['data'][number] = {
  id: ben.id,
  username: ben.username,
  fullName: ben.fullName,
  creationDate: NOW,
  profileImageUrl: null,
  bio: '',
  socialBluesky: '',
  socialInstagram: '',
  socialTikTok: '',
  socialLinkedin: '',
  socialYouTube: '',
  socialBlueskyUrl: null,
  socialInstagramUrl: null,
  socialTikTokUrl: null,
  socialLinkedinUrl: null,
  socialYouTubeUrl: null,
  categoryId: null,
  categoryName: null,
  subCategoryId: null,
  subCategoryName: null,
  paidResponsePrice: cents(500),
  paidResponsePriceFormatted: '$5.00',
  paidResponseCommitment: 10,
  responseRate: 100,
  answeredCount: 0,
  endedCount: 0,
  odds: null,
  remainingThisMonth: 10,
  active: true,
  badge: 'NONE',
  trusted: false,
  contact: false,
  contactState: 'NONE',
  blocked: false,
  founder: false,
  trust: {
    phoneSince: NOW,
    cardName: false,
    identitySince: null,
    passkeySince: null,
    links: [],
    upheldClaims: 0,
  },
};

export type Conversation = Output<typeof viewInbox>['data'][number];

/** A pending paid message from Ben to Ana. */
export const message: Conversation = {
  id: '01J0000000000000000000000M',
  subject: 'Refused at the counter',
  status: 'PENDING',
  senderId: ben.id,
  senderName: ben.fullName,
  senderUsername: ben.username,
  senderAvatarUrl: null,
  recipientAvatarUrl: null,
  recipientId: ana.id,
  recipientName: ana.fullName,
  recipientUsername: ana.username,
  price: cents(2_500),
  netEarnings: cents(2_200),
  moneyState: 'HELD',
  note: null,
  claim: null,
  claimUntil: null,
  clarification: null,
  timeReceived: NOW,
  modifiedAt: NOW,
  deadlineAt: deadlineOf(NOW),
  expiringSoon: false,
  allowResponse: true,
  reasonCode: null,
  contactState: 'NONE',
  blocked: false,
  timeline: [{ event: 'PAID', at: NOW, moneyState: 'HELD' }],
};

const idOf = (row: number) => `01J000000000000000000000R${row}`;
const row = {
  lastMessageUserId: ben.id,
  messageRead: true,
  messageSeen: true,
  messageNew: false,
  claimState: null,
};
const {
  note: _note,
  clarification: _pause,
  contactState: _state,
  blocked: _blocked,
  timeline: _timeline,
  ...listed
} = message;

/** Rows of lists, the newest first. */
export const inboxRow = (nth: number) => ({
  ...listed,
  ...row,
  id: idOf(nth),
  subject: `Question ${nth}`,
  prettyDateSent: 'today',
  netDisputed: ZERO,
  netLost: ZERO,
  dispute: null,
});
export const orderRow = (nth: number) => ({
  ...listed,
  ...row,
  id: idOf(nth),
  subject: `Question ${nth}`,
  rawModificationTime: NOW,
  prettyModificationDate: 'today',
});
export const contactRow = (nth: number) => ({
  id: idOf(nth),
  userContactId: idOf(nth),
  fullName: `Person ${nth}`,
  username: `person${nth}`,
  profileImageUrl: null,
  trusted: false,
});
