import type { Source } from '#shared/rules/analytics/sources.ts';
import { publicAnswerPath } from '#shared/rules/public-answers/address.ts';

/** In place of the id of a tier: an answer at the price that the recipient gave the sender, a contact. */
export const OWN_PRICE = 'own';
/** In place of the id of a tier: the visitor has not chosen one. */
export const ANY_OFFER = 'any';
/** The tier that a sender chose, on the pages where a message is written and paid for, and the order that they ask again. */
function letterQuery(tierId: string | undefined, orderId?: string): string {
  const query = new URLSearchParams();
  if (tierId) query.set('tier', tierId);
  if (orderId) query.set('again', orderId);
  const text = query.toString();
  return text && `?${text}`;
}

/** Every address of the app; nothing else builds addresses. A test compares them with the route table. */
export const paths = {
  home: () => '/',
  landing: () => '/home',
  /** `profile`: the username of the profile to return to. */
  login: (profile = '') =>
    profile === '' ? '/login' : `/login?profile=${encodeURIComponent(profile)}`,
  /** The sign-in of somebody who wants to write to this person, and chose this tier. */
  signInToWrite: (username: string, tierId = ANY_OFFER) =>
    `/login?profile=${encodeURIComponent(username)}&write=${tierId}`,
  logout: () => '/logout',
  oneTimeLogin: () => '/onetime-login',
  oneTimeLoginVerification: () => '/onetime-login-verification',
  forgetPassword: () => '/forget-password',
  forgetPasswordVerification: () => '/forget-password-verification',
  recoverAccount: () => '/recover-account',
  resetPassword: () => '/reset-password',
  stopChange: () => '/stop-change',
  register: () => '/register',
  verify: () => '/verify',
  checkLetter: (verificationId: string) => `/verify/${verificationId}`,
  license: () => '/license',
  inboundMessaging: () => '/inbound-messaging',
  registrationFreeCheckout: () => '/registration-free-checkout',
  registrationPaidCheckout: () => '/registration-paid-checkout',
  dashboard: () => '/dashboard',
  myProfile: () => '/my-profile',
  analytics: () => '/analytics',
  share: () => '/share',
  invite: () => '/invite',
  referral: (code: string) => `/referral/${code}`,
  referralNotFound: () => '/referral-not-found',
  settings: () => '/settings',
  email: () => '/settings/email',
  leaving: () => '/settings/leaving',
  notificationSettings: () => '/settings/notifications',
  savedReplies: () => '/settings/saved-replies',
  addSavedReply: () => '/settings/saved-replies/add',
  editSavedReply: (savedReplyId: string) => `/settings/saved-replies/${savedReplyId}`,
  unsubscribe: () => '/unsubscribe',
  /** `tile`: the one that filters the list of the desk. */
  desk: (tile = '') => (tile === '' ? '/desk' : `/desk?tile=${tile}`),
  deskQueue: (queue: string) => `/desk/queue/${queue}`,
  deskCase: (caseId: string) => `/desk/case/${caseId}`,
  deskPerson: (userId: string) => `/desk/person/${userId}`,
  deskConversation: (conversationId: string) => `/desk/conversation/${conversationId}`,
  editProfile: () => '/edit-profile',
  editAvatar: () => '/edit-avatar',
  editSocialLinks: () => '/edit-social-links',
  userLinks: () => '/user-links',
  addUserLink: () => '/add-user-link',
  editUserLink: (linkId: string) => `/user-links/${linkId}`,
  devicesAndPasskeys: () => '/settings/security',
  changePassword: () => '/change-password',
  changePhoneNumber: () => '/change-phone-number',
  subscription: () => '/subscription',
  cancelSubscription: () => '/cancel-subscription',
  planPayments: () => '/plan-payments',
  paymentMethod: () => '/payment-method',
  updatePaymentMethod: () => '/update-payment-method',
  installApplication: () => '/install-application',
  usagePolicy: () => '/usage-policy',
  privacyPolicy: () => '/privacy-policy',
  publicUsagePolicy: () => '/public-usage-policy',
  publicPrivacyPolicy: () => '/public-privacy-policy',
  reliability: () => '/reliability',
  helpTicket: () => '/help-ticket',
  accountBalance: () => '/account-balance',
  payouts: () => '/payouts',
  ledger: () => '/account-balance/ledger',
  inboundMessageConfig: () => '/inbound-message-config',
  updateTiers: () => '/settings/tiers',
  updatePrompts: () => '/settings/questions',
  thanks: () => '/settings/thanks',
  contactPrices: () => '/settings/contact-prices',
  contactPrice: (userId: string) => `/settings/contact-prices/${userId}`,
  updateAvailability: () => '/settings/availability',
  attachmentSettings: () => '/settings/attachments',
  updateInboundMessageConfig: () => '/update-inbound-message-config',
  /** `search`: the category and the filters, as in an address. */
  browse: (search = '') => `/browse${search && `?${search}`}`,
  userSearch: (text = '') =>
    text === '' ? '/user-search' : `/user-search?q=${encodeURIComponent(text)}`,
  /** `via`: how somebody comes there; left out of the address within the app. */
  profile: (username: string, via?: Source) => `/${username}${via ? `?via=${via}` : ''}`,
  publicCopy: (conversationId: string) => `/public-answer/${conversationId}`,
  ownPublicAnswers: () => '/public-answers',
  /** Without an id: the path of the route. */
  publicAnswer: (username: string, publicAnswerId = ':publicAnswerId') =>
    publicAnswerPath(username, publicAnswerId),
  profileNotFound: () => '/profile-not-found',
  /** `orderId`: an order of this sender whose card, choice and answers to questions the new letter begins with. */
  createInbox: (userId: string, tierId?: string, orderId?: string) =>
    `/create-inbox/${userId}${letterQuery(tierId, orderId)}`,
  /** Where somebody without an account writes, and where they then register. */
  firstLetter: (userId: string, tierId?: string) => `/first-letter/${userId}${letterQuery(tierId)}`,
  firstLetterSender: (userId: string, tierId?: string) =>
    `/first-letter/${userId}/you${letterQuery(tierId)}`,
  inboxPayment: (userId: string, tierId?: string, orderId?: string) =>
    `/inbox-payment/${userId}${letterQuery(tierId, orderId)}`,
  paymentSuccess: () => '/payment-success',
  record: (conversationId: string) => `/record/${conversationId}`,
  inbox: () => '/inbox',
  answer: () => '/answer',
  inboxViewer: (inboxId: string) => `/inbox-viewer/${inboxId}`,
  paidReply: (inboxId: string) => `/paid-reply/${inboxId}`,
  inboxReply: (inboxId: string) => `/inbox-reply/${inboxId}`,
  report: (inboxId: string) => `/report/${inboxId}`,
  decline: (inboxId: string) => `/decline/${inboxId}`,
  improveAnswer: (inboxId: string) => `/improve-answer/${inboxId}`,
  contestClaim: (inboxId: string) => `/contest-claim/${inboxId}`,
  askFirst: (inboxId: string) => `/ask-first/${inboxId}`,
  chat: () => '/chat',
  chatViewer: (chatId: string) => `/chat-viewer/${chatId}`,
  chatReply: (chatId: string) => `/chat-reply/${chatId}`,
  chatGroup: (chatId: string) => `/chat-group/${chatId}`,
  addChatMembers: (chatId: string) => `/chat-group/${chatId}/add-people`,
  renameChat: (chatId: string) => `/chat-group/${chatId}/name`,
  chatPhoto: (chatId: string) => `/chat-group/${chatId}/photo`,
  chatInvite: (userId: string) => `/chat-invite/${userId}`,
  createGroupChat: () => '/create-group-chat',
  contacts: () => '/contacts',
  blocked: () => '/blocked',
  decisions: () => '/decisions',
  decision: (statementId: string) => `/decisions/${statementId}`,
  decisionAppeal: (statementId: string) => `/decisions/${statementId}/appeal`,
  appeal: () => '/appeal',
  orders: () => '/orders',
  orderViewer: (orderId: string) => `/order-viewer/${orderId}`,
  orderReply: (orderId: string) => `/order-reply/${orderId}`,
  giveInformation: (orderId: string) => `/give-information/${orderId}`,
  claimAnswer: (orderId: string) => `/claim-answer/${orderId}`,
  askForDecision: (orderId: string) => `/ask-for-decision/${orderId}`,
  cancel: (orderId: string) => `/cancel/${orderId}`,
} as const;
