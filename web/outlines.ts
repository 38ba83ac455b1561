import { PRODUCT_NAME } from '#shared/brand.ts';
import { paths } from './src/paths.ts';

/*
 * The outlines of the screens: what the document shows of a screen before any code of the app arrives. Each has the title of its screen,
 * so that nothing larger appears later, and the shape of what follows.
 */

/** The shape of the content: web/src/server/render-outlines.tsx draws each once. */
export type Shape =
  | 'balance'
  | 'card'
  | 'chat'
  | 'field'
  | 'firstLetter'
  | 'form'
  | 'groups'
  | 'home'
  | 'letter'
  | 'lines'
  | 'list'
  | 'people'
  | 'picture'
  | 'question'
  | 'rows'
  | 'sender'
  | 'settings'
  | 'sheet'
  | 'table'
  | 'text'
  | 'viewer'
  | 'writing';

export type Outline = {
  /** The heading; empty if it depends on data. */
  readonly title: string;
  readonly shape: Shape;
  /**
   * `main`: one of the main pages, `widest`: the widest of them. `brand`: the logo, and the heading below it. `content`: an arrow, and the
   * heading in the content. By default an arrow and a centered heading.
   */
  readonly header?: 'main' | 'widest' | 'brand' | 'content';
  /** The sentence under the heading. */
  readonly lead?: string;
  /** Who opens the screen; by default people who are registered. */
  readonly who?: 'anybody' | 'visitors' | 'registering';
};

const form = (title: string, more: Partial<Outline> = {}): Outline => ({
  title,
  shape: 'form',
  ...more,
});
const writing = (title: string, lead?: string): Outline => ({ title, shape: 'writing', lead });
const field = (title: string, lead?: string): Outline => ({ title, shape: 'field', lead });
const text = (title: string, lead?: string): Outline => ({ title, shape: 'text', lead });
const picture = (title: string): Outline => ({ title, shape: 'picture' });
const list = (title: string, lead?: string): Outline => ({ title, shape: 'list', lead });
const card = (title: string, lead?: string): Outline => ({ title, shape: 'card', lead });
const lines = (title: string, lead?: string): Outline => ({ title, shape: 'lines', lead });
const letter = (title: string): Outline => ({ title, shape: 'letter' });
const viewer = (): Outline => ({ title: '', shape: 'viewer', header: 'content' });
const main = (title: string, shape: Shape): Outline => ({ title, shape, header: 'main' });
const forVisitors = (title: string, shape: 'field' | 'form', lead?: string): Outline => ({
  title,
  shape,
  header: 'brand',
  lead,
  who: 'visitors',
});
const forAnybody = (title: string, shape: Shape): Outline => ({
  title,
  shape,
  header: 'brand',
  who: 'anybody',
});

/** The outlines by path; `*` stands for a part that differs. */
export const OUTLINES: Readonly<Record<string, Outline>> = {
  [paths.dashboard()]: { title: '', shape: 'home', header: 'widest' },
  [paths.inbox()]: main('Inbound Messages', 'rows'),
  [paths.orders()]: main('Outbound Messages', 'rows'),
  [paths.userSearch()]: main('Users', 'people'),
  [paths.myProfile()]: main('My profile', 'card'),
  [paths.settings()]: main('Settings', 'settings'),

  [paths.inboxViewer('*')]: viewer(),
  [paths.answer()]: letter('Answer session'),
  [paths.paidReply('*')]: writing('Reply to Message'),
  [paths.inboxReply('*')]: writing('Reply to Message'),
  [paths.report('*')]: form('Report Message'),
  [paths.decline('*')]: form('Decline letter'),
  [paths.askFirst('*')]: writing('Ask one question first'),
  [paths.improveAnswer('*')]: writing('Improve the answer'),
  [paths.contestClaim('*')]: writing('Contest the claim'),
  [paths.orderViewer('*')]: viewer(),
  [paths.orderReply('*')]: writing('Reply to Message'),
  [paths.giveInformation('*')]: writing('Reply to the question'),
  [paths.claimAnswer('*')]: form('This didn’t answer my question'),
  [paths.askForDecision('*')]: writing('Ask us to decide'),
  [paths.cancel('*')]: form('Cancel Order'),
  [paths.record('*')]: letter('Record'),
  [paths.createInbox('*')]: { title: 'Send a Message', shape: 'sheet' },
  [paths.firstLetter('*')]: {
    title: 'Send a Message',
    shape: 'firstLetter',
    who: 'visitors',
  },
  [paths.firstLetterSender('*')]: {
    title: 'Where does the answer go?',
    shape: 'sender',
    header: 'content',
    who: 'visitors',
  },
  [paths.inboxPayment('*')]: form('Confirm Payment'),
  [paths.paymentSuccess()]: { title: '', shape: 'letter', header: 'brand' },

  [paths.chat()]: list('Chat'),
  [paths.chatViewer('*')]: { title: 'Chat', shape: 'chat' },
  [paths.chatReply('*')]: writing('Reply to Chat'),
  [paths.createGroupChat()]: list('Create Chat Group'),
  [paths.chatGroup('*')]: list('Group info'),
  [paths.addChatMembers('*')]: list('Add people'),
  [paths.renameChat('*')]: field('Rename group'),
  [paths.chatPhoto('*')]: picture('Picture of the group'),
  [paths.chatInvite('*')]: form('Invite to Chat'),
  [paths.contacts()]: list('Contacts'),
  [paths.blocked()]: list('Blocked people'),
  [paths.contactPrices()]: list('Prices for contacts'),
  [paths.contactPrice('*')]: card('Price for a contact'),

  [paths.editProfile()]: form('Edit profile'),
  [paths.thanks()]: list('Thank-yous'),
  [paths.ownPublicAnswers()]: list('Public answers'),
  [paths.publicCopy('*')]: text('Public answer'),
  [paths.editAvatar()]: picture('Your picture'),
  [paths.editSocialLinks()]: form('Social links', {
    lead: 'Your handle or the address of your page, wherever you have one. They show on your profile.',
  }),
  [paths.userLinks()]: list(
    `${PRODUCT_NAME} Links`,
    'People find these on your public profile, in this order.',
  ),
  [paths.addUserLink()]: form('Add Link'),
  [paths.editUserLink('*')]: form('Edit link'),
  [paths.inboundMessageConfig()]: card('Prices and availability'),
  [paths.updateInboundMessageConfig()]: form('Update your price'),
  [paths.updateTiers()]: field('Tiers'),
  [paths.updatePrompts()]: field('Questions to senders'),
  [paths.updateAvailability()]: form('Availability'),
  [paths.attachmentSettings()]: form('What people may send', {
    lead: 'What someone can add to a paid letter. A letter always has a subject and text.',
  }),
  [paths.savedReplies()]: lines(
    'Saved replies',
    'Texts that you put into an answer with one press. Nothing is sent by itself.',
  ),
  [paths.addSavedReply()]: writing('Add a saved reply'),
  [paths.editSavedReply('*')]: writing('Edit saved reply'),
  [paths.notificationSettings()]: { title: 'Notifications', shape: 'groups' },
  [paths.devicesAndPasskeys()]: lines('Devices and passkeys'),
  [paths.email()]: field('Email address'),
  [paths.changePassword()]: form('Change password', {
    lead: 'You stay signed in here. All other devices are signed out.',
  }),
  [paths.changePhoneNumber()]: field('Change phone number'),
  [paths.leaving()]: text('Your data and leaving'),
  [paths.decisions()]: lines('Decisions'),
  [paths.decision('*')]: text('Decision'),
  [paths.decisionAppeal('*')]: writing('Appeal'),
  [paths.helpTicket()]: writing(
    'Create a Help Ticket',
    'Tell us what is wrong or unclear. It waits until a person answers it, and the answer comes to your Outbox.',
  ),
  [paths.installApplication()]: list('Install the app'),
  [paths.usagePolicy()]: text('Usage Policy'),
  [paths.privacyPolicy()]: text('Privacy Policy'),

  [paths.subscription()]: { title: 'Subscription', shape: 'table' },
  [paths.planPayments()]: lines('What you paid for plans'),
  [paths.cancelSubscription()]: { title: 'Cancel Subscription', shape: 'question' },
  [paths.paymentMethod()]: card('Payment method'),
  [paths.updatePaymentMethod()]: form('Your card'),
  [paths.accountBalance()]: { title: 'Account Balance', shape: 'balance' },
  [paths.ledger()]: lines(
    'Transaction history',
    'Every change of the amount we owe you, newest first, with its calculation. Together they are your balance. A payout is listed here once it’s paid.',
  ),
  [paths.payouts()]: lines('Previous payouts'),
  [paths.analytics()]: text('Analytics'),
  [paths.share()]: card(
    'Share kit',
    'Put your address where people already ask you things. Your analytics show which way they came.',
  ),
  [paths.invite()]: card('Invite people'),

  [paths.desk()]: lines('Desk'),
  [paths.deskQueue('*')]: lines(''),
  [paths.deskCase('*')]: letter('Case'),
  [paths.deskPerson('*')]: letter('Person'),
  [paths.deskConversation('*')]: letter('Conversation'),

  [paths.login()]: forVisitors('Sign in', 'form'),
  [paths.register()]: forVisitors(
    'Register',
    'form',
    'Free. Ask people who know, and be paid for the answers you give.',
  ),
  [paths.oneTimeLogin()]: forVisitors(
    'Sign in with a code',
    'field',
    'No password needed. We text six digits to the phone number of your account.',
  ),
  [paths.oneTimeLoginVerification()]: forVisitors('Enter your code', 'field'),
  [paths.forgetPassword()]: forVisitors(
    'Forgot your password?',
    'field',
    'Tell us your username. We text six digits to its phone, and then you set a new password.',
  ),
  [paths.forgetPasswordVerification()]: forVisitors('Enter your code', 'field'),
  [paths.recoverAccount()]: forVisitors(
    'Lost your phone?',
    'form',
    'With the email address and the password of your account you can move it to another number. We send six digits to that address.',
  ),
  [paths.resetPassword()]: forVisitors(
    'Set a new password',
    'form',
    'After this, sign in with your new password. You’ll be signed out everywhere else.',
  ),

  [paths.license()]: { title: 'Your plan', shape: 'form', header: 'brand', who: 'registering' },
  [paths.inboundMessaging()]: form('Your price', { who: 'registering' }),
  [paths.registrationFreeCheckout()]: form('All set?', { who: 'registering' }),
  [paths.registrationPaidCheckout()]: form('Pay and finish', { who: 'registering' }),

  [paths.verify()]: forAnybody('Confirm your phone', 'field'),
  [paths.stopChange()]: forAnybody('Was this not you?', 'text'),
  [paths.unsubscribe()]: forAnybody('Unsubscribe', 'text'),
  [paths.appeal()]: forAnybody('Your account is blocked', 'text'),
  [paths.browse()]: forAnybody('Find someone to ask', 'people'),
};
