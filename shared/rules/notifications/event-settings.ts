import type { ENDING_EVENTS } from '../conversations/conversations.ts';
import type { ReminderStage } from '../conversations/reminder-stages.ts';
import type { NOTIFIED_EVENTS } from './notifications.ts';

/*
 * The table of the notification settings: of each event, in which group and by which channels people are notified, and what they
 * may switch off. docs/product/notifications.md#settings
 */

export type NotifiedEventType = (typeof NOTIFIED_EVENTS)[number];

/** The kinds of events of which each person hears by at least one channel. docs/product/notifications.md#the-order-of-channels */
export const KINDS = ['letters', 'answers', 'money', 'deadlines'] as const;
export type Kind = (typeof KINDS)[number];
export const GROUPS = [...KINDS, 'chat', 'account'] as const;
export type Group = (typeof GROUPS)[number];

/**
 * The ways in which an event reaches a person, in their order. An email is sent if no device gets the notification, unless the row
 * says otherwise; a text message if neither a device nor an email address gets it.
 */
export const CHANNELS = ['push', 'email', 'text'] as const;
export type Channel = (typeof CHANNELS)[number];

/** `on`, `off`: a switch, and its default. `always`: it protects the account, so it cannot be switched off. */
export type ChannelSetting = 'on' | 'off' | 'always';

/** A row of the table. A channel that is absent never carries the event. */
export type EventRow = {
  readonly group: Group;
  readonly title: string;
  readonly push: ChannelSetting;
  readonly email?: ChannelSetting;
  /** Its email also comes if a device gets the notification: it is about money or protects the account. */
  readonly emailsEach?: true;
  readonly text?: ChannelSetting;
  /** Not sent in quiet hours, not even when they end. */
  readonly droppedInQuietHours?: true;
};

export type EventSetting =
  | EventRow
  /** Switched together with another event. */
  | { readonly sameAs: NotifiedEventType }
  /** Switched by the stage of the reminder. */
  | { readonly byStage: true };

/** A new event that people are notified of does not compile without a place here; the settings page shows it at once. */
export const EVENT_SETTINGS: Readonly<Record<NotifiedEventType, EventSetting>> = {
  'conversation.paid': {
    group: 'letters',
    title: 'A paid letter arrives',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'conversation.asked': { sameAs: 'conversation.paid' },
  'conversation.nudged': {
    group: 'deadlines',
    title: 'A sender reminds me of a letter',
    push: 'on',
    email: 'on',
  },
  'conversation.expiringSoon': { byStage: true },
  'conversation.infoGiven': {
    group: 'letters',
    title: 'My question is answered, or its time is over',
    push: 'on',
    email: 'on',
  },
  'conversation.infoEnded': { sameAs: 'conversation.infoGiven' },
  'claim.opened': {
    group: 'deadlines',
    title: 'A sender claims that I didn’t answer',
    push: 'on',
    text: 'on',
    email: 'on',
  },
  'claim.accepted': {
    group: 'money',
    title: 'A claim about my answer ends without a refund',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'claim.withdrawn': { sameAs: 'claim.accepted' },
  'claim.improved': {
    group: 'deadlines',
    title: 'My claim continues',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'claim.contested': { sameAs: 'claim.improved' },
  'claim.decided': {
    group: 'money',
    title: 'A claim is decided',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'claim.givenBack': { sameAs: 'claim.decided' },
  'conversation.answered': {
    group: 'answers',
    title: 'My letter is answered',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'conversation.infoAsked': {
    group: 'answers',
    title: 'There’s a question about my letter',
    push: 'on',
    email: 'on',
  },
  'conversation.replied': {
    group: 'answers',
    title: 'A free reply after an answer',
    push: 'on',
    email: 'on',
  },
  'conversation.declined': {
    group: 'money',
    title: 'My letter is declined',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'conversation.expired': {
    group: 'money',
    title: 'My letter expires',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'conversation.reported': {
    group: 'money',
    title: 'My letter is reported',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'conversation.publicProposed': {
    group: 'answers',
    title: 'An answer may become public, or does',
    push: 'on',
    email: 'on',
  },
  'conversation.publicRevised': { sameAs: 'conversation.publicProposed' },
  'conversation.published': { sameAs: 'conversation.publicProposed' },
  'place.free': {
    group: 'answers',
    title: 'There’s an opening for my letter',
    push: 'on',
    email: 'on',
  },
  'chat.messageSent': {
    group: 'chat',
    title: 'A chat message',
    push: 'on',
    droppedInQuietHours: true,
  },
  'chat.changed': { group: 'chat', title: 'I am added to a group', push: 'on' },
  'contact.invited': { group: 'chat', title: 'An invitation to chat', push: 'on' },
  'contact.accepted': { group: 'chat', title: 'My invitation is accepted', push: 'on' },
  'conversation.givenBack': {
    group: 'money',
    title: 'A payment is given back',
    push: 'on',
    email: 'on',
    emailsEach: true,
    text: 'on',
  },
  'conversation.evidenceSent': {
    group: 'money',
    title: 'We answer a dispute with the record',
    push: 'on',
    email: 'on',
  },
  'payout.paid': {
    group: 'money',
    title: 'A payout is paid',
    push: 'on',
    email: 'on',
    emailsEach: true,
  },
  'payout.waiting': {
    group: 'money',
    title: 'A payout waits for me',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'payout.held': {
    group: 'money',
    title: 'A payout is held for a check',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'payout.failed': {
    group: 'money',
    title: 'A payout fails',
    push: 'on',
    email: 'on',
    emailsEach: true,
    text: 'on',
  },
  'referral.earned': {
    group: 'money',
    title: 'I earn a bonus for an invitation',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'referral.takenBack': {
    group: 'money',
    title: 'A bonus is taken back',
    push: 'on',
    email: 'on',
    text: 'on',
  },
  'plan.renewalFailed': {
    group: 'money',
    title: 'My plan can’t be renewed',
    push: 'on',
    email: 'on',
    emailsEach: true,
    text: 'on',
  },
  'plan.ended': {
    group: 'money',
    title: 'My plan ends',
    push: 'on',
    email: 'on',
    emailsEach: true,
    text: 'on',
  },
  'report.decided': {
    group: 'answers',
    title: 'A report of mine is decided',
    push: 'on',
    email: 'on',
  },
  'appeal.decided': { sameAs: 'statement.written' },
  'statement.written': {
    group: 'account',
    title: 'A decision about my account',
    push: 'always',
    email: 'always',
    emailsEach: true,
  },
  'user.signedIn': {
    group: 'account',
    title: 'I sign in on a new device',
    push: 'always',
    email: 'always',
    emailsEach: true,
  },
  'user.passwordReset': {
    group: 'account',
    title: 'My password was reset',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.passwordChanged': {
    group: 'account',
    title: 'My password has changed',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.emailChanged': {
    group: 'account',
    title: 'My email address has changed',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.passkeyAdded': {
    group: 'account',
    title: 'A passkey is added',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.passkeyRemoved': {
    group: 'account',
    title: 'A passkey is removed',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.phoneChangeAsked': {
    group: 'account',
    title: 'My phone number is about to change',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.phoneChanged': {
    group: 'account',
    title: 'My phone number has changed',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.payoutSetUp': {
    group: 'account',
    title: 'The setup of my payouts is opened',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.stepStopped': {
    group: 'account',
    title: 'A change of my account is stopped',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.deletionRequested': {
    group: 'account',
    title: 'My account will be deleted',
    push: 'always',
    email: 'always',
    emailsEach: true,
    text: 'always',
  },
  'user.deletionSoon': { sameAs: 'user.deletionRequested' },
  'export.ready': {
    group: 'account',
    title: 'The copy of my data is ready',
    push: 'always',
    email: 'always',
    emailsEach: true,
  },
};

/** The reminders of an unanswered message: what they are called, and whether people get them before they choose. */
export const STAGE_SETTINGS: Readonly<
  Record<ReminderStage, { readonly title: string; readonly isOn: boolean }>
> = {
  DAY_1: { title: '24 hours after the payment', isOn: false },
  DAY_5: { title: 'On day 5', isOn: false },
  HOURS_48: { title: '48 hours before the deadline', isOn: true },
  HOURS_12: { title: '12 hours before the deadline', isOn: false },
};

type EndingEventType = (typeof ENDING_EVENTS)[number];

/** Whether people are notified of a letter that ended without an answer in this way. */
export const isNotifiedEnding = (
  type: EndingEventType,
): type is EndingEventType & NotifiedEventType => type in EVENT_SETTINGS;

/** The row of an event, or of the event that it is switched with; undefined for reminders. */
export function rowOf(type: NotifiedEventType): EventRow | undefined {
  const setting = EVENT_SETTINGS[type];
  if ('sameAs' in setting) return rowOf(setting.sameAs);
  return 'byStage' in setting ? undefined : setting;
}

/** The receipts, which come by email alone. */
export const RECEIPTS = {
  title: 'Receipts',
  hint: 'Holds, charges, refunds and plans',
} as const;

/** The reminders that a person asked for, which each channel carries or not. */
export const REMINDERS = { title: 'Reminders to answer' } as const;

/** What emails show of letters and answers, beside subject, length and author. Off at first: an email is read in many places. */
export const FIRST_LINES = {
  title: 'Show the first lines in emails',
  hint: 'Of letters and answers; else their subject and length',
} as const;
