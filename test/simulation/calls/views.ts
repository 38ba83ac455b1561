import { accountOf } from '../people.ts';
import { clock } from '../simulation.ts';
import { aboutOther, anonymous, anybody, type Calls, type Row } from './call.ts';

/* Screens that people open: calls that only read. */

/** A visitor looks at somebody. */
const visitor = anonymous(aboutOther((_, { id }) => ({ id })));
const ownView = { weight: 0.2, call: anybody() } as const satisfies Row;

export const VIEWS = {
  viewDashboardStats: ownView,
  viewExport: ownView,
  viewInvitations: ownView,
  viewInboundSettings: ownView,
  viewWaiting: ownView,
  viewUserProfile: { weight: 0.2, call: visitor },
  viewUserProfileByReferralCode: {
    weight: 0.1,
    call: anonymous(async (run) => {
      const by = run.random.pick(run.people);
      const account = await accountOf(clock, by);
      return account && { by, input: { referralCode: account.referralCode } };
    }),
  },
  viewReliability: ownView,
  viewAnalytics: ownView,
  viewInboxList: ownView,
  viewOrderList: ownView,
  viewDraft: { weight: 0.1, call: aboutOther((_, { id }) => ({ recipientId: id })) },
  viewDrafts: ownView,
  viewSavedReplies: ownView,
  viewStatements: ownView,
  hasUserContacts: ownView,
  viewTopUserContacts: { weight: 0.3, call: anybody() },
  viewUserContactRequests: ownView,
  viewUserContacts: { weight: 0.3, call: anybody() },
  viewBlockedUsers: ownView,
  viewContactPrices: ownView,
  viewThanks: ownView,
  viewChatList: { weight: 0.3, call: anybody() },
  viewMissedMessages: ownView,
  searchUsers: { weight: 0.2, call: anybody(() => ({ searchText: 'person' })) },
  browseCreators: ownView,
  viewUserLinks: ownView,
  viewUserLinksById: { weight: 0.1, call: anonymous(aboutOther((_, { id }) => ({ userId: id }))) },
  viewLinkClicks: ownView,
  getStripePublishableKey: ownView,
  viewPaymentMethod: ownView,
  viewPlanPayments: ownView,
  previewUpgrade: { weight: 0.2, call: anybody(() => ({ licenseId: 'PROFESSIONAL' })) },
  viewAccountBalance: ownView,
  viewLedger: ownView,
  viewPayouts: ownView,
  getPushPublicKey: ownView,
  viewNotificationSettings: ownView,
} as const satisfies Calls;
