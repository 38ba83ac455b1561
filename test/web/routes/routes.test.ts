import { describe, expect, test } from '@jest/globals';
import { matchRoutes } from 'react-router';
import { paths } from '#web/paths.ts';
import { routes } from '#web/routes.tsx';

/* Every address that the app builds has a route under the guard that the specification names. */

/** The guards of routes, inner ones first. */
const GUARDS = [
  'anybody',
  'first-letter',
  'signing-in',
  'registering',
  'members',
  'registered',
] as const;
type Guard = (typeof GUARDS)[number];

const expected: Record<keyof typeof paths, Guard> = {
  home: 'anybody',
  landing: 'anybody',
  login: 'signing-in',
  signInToWrite: 'signing-in',
  firstLetter: 'first-letter',
  firstLetterSender: 'first-letter',
  logout: 'anybody',
  oneTimeLogin: 'signing-in',
  oneTimeLoginVerification: 'signing-in',
  forgetPassword: 'signing-in',
  forgetPasswordVerification: 'signing-in',
  resetPassword: 'signing-in',
  recoverAccount: 'signing-in',
  register: 'signing-in',
  verify: 'anybody',
  checkLetter: 'anybody',
  license: 'registering',
  inboundMessaging: 'registering',
  registrationFreeCheckout: 'registering',
  registrationPaidCheckout: 'registering',
  dashboard: 'registered',
  myProfile: 'registered',
  analytics: 'registered',
  share: 'registered',
  invite: 'registered',
  referral: 'anybody',
  referralNotFound: 'anybody',
  settings: 'registered',
  leaving: 'registered',
  notificationSettings: 'registered',
  editProfile: 'registered',
  editAvatar: 'registered',
  editSocialLinks: 'registered',
  userLinks: 'registered',
  addUserLink: 'registered',
  editUserLink: 'registered',
  devicesAndPasskeys: 'registered',
  unsubscribe: 'anybody',
  stopChange: 'anybody',
  email: 'registered',
  changePassword: 'registered',
  changePhoneNumber: 'registered',
  subscription: 'registered',
  planPayments: 'registered',
  cancelSubscription: 'registered',
  paymentMethod: 'registered',
  updatePaymentMethod: 'registered',
  installApplication: 'registered',
  usagePolicy: 'registered',
  privacyPolicy: 'registered',
  publicUsagePolicy: 'anybody',
  publicPrivacyPolicy: 'anybody',
  reliability: 'anybody',
  browse: 'anybody',
  helpTicket: 'registered',
  accountBalance: 'registered',
  payouts: 'registered',
  ledger: 'registered',
  inboundMessageConfig: 'registered',
  updateInboundMessageConfig: 'registered',
  updateTiers: 'registered',
  updatePrompts: 'registered',
  contactPrices: 'registered',
  contactPrice: 'registered',
  updateAvailability: 'registered',
  userSearch: 'registered',
  profile: 'anybody',
  profileNotFound: 'anybody',
  createInbox: 'registered',
  chat: 'members',
  chatViewer: 'members',
  chatReply: 'members',
  chatGroup: 'members',
  addChatMembers: 'members',
  renameChat: 'members',
  chatPhoto: 'members',
  chatInvite: 'members',
  createGroupChat: 'members',
  contacts: 'members',
  blocked: 'registered',
  decisions: 'registered',
  decision: 'registered',
  decisionAppeal: 'registered',
  appeal: 'anybody',
  savedReplies: 'registered',
  addSavedReply: 'registered',
  editSavedReply: 'registered',
  desk: 'registered',
  deskQueue: 'registered',
  deskCase: 'registered',
  deskPerson: 'registered',
  deskConversation: 'registered',
  inboxPayment: 'registered',
  paymentSuccess: 'registered',
  record: 'registered',
  inbox: 'registered',
  inboxViewer: 'registered',
  paidReply: 'registered',
  inboxReply: 'registered',
  report: 'registered',
  decline: 'registered',
  answer: 'registered',
  askFirst: 'registered',
  improveAnswer: 'registered',
  contestClaim: 'registered',
  orders: 'registered',
  orderViewer: 'registered',
  orderReply: 'registered',
  giveInformation: 'registered',
  claimAnswer: 'registered',
  askForDecision: 'registered',
  cancel: 'registered',
};

function match(address: string) {
  const matches = matchRoutes([...routes], address) ?? [];
  const guard = GUARDS.find((id) => matches.some(({ route }) => route.id === id));
  return { guard, screen: matches.at(-1)?.route };
}

describe('the addresses of the app', () => {
  test.each(Object.keys(paths) as (keyof typeof paths)[])(
    '%s has the expected screen and guard',
    (name) => {
      const address = paths[name]('ana.markovic');
      const { guard, screen } = match(address);
      expect(guard).toBe(expected[name]);
      expect(screen?.path).not.toBe('*');
      expect(screen?.lazy ?? screen?.Component).toBeDefined();
    },
  );

  test('no username can replace the address of a screen', () => {
    const taken = Object.entries(paths).filter(([name]) => name !== 'profile');
    for (const [, build] of taken) {
      const address = build('01J0000000000000000000000A');
      expect(match(address).screen?.path).not.toBe(paths.profile(':username'));
    }
  });

  test('an unknown address shows the not-found page', () => {
    expect(match('/no/such/page')).toMatchObject({ guard: 'anybody', screen: { path: '*' } });
  });

  test('every screen behind the sign-in checks the session before its loader runs', () => {
    const signedIn = matchRoutes([...routes], paths.dashboard())?.find(
      ({ route }) => route.id === 'signed-in',
    );
    expect(signedIn?.route.loader).toBeDefined();
  });
});
