import { PAYOUT_GRACE, PAYOUT_TIME } from '../rules/payouts/payouts.ts';
import { HOUR } from '../time.ts';
import { MOVES_MONEY } from './moves-money.ts';
import type { Use } from './operation.ts';

/** The lists of due items, sorted by time; functions/storage/keys.ts has their keys. */
export type DueList =
  | 'CONVERSATION'
  | 'PAYMENT'
  | 'PAYOUT'
  | 'REMINDER'
  | 'NOTIFICATION'
  | 'LINK'
  | 'DELETION'
  | 'BLOCK';

/** A scheduled job. Safe to run twice, concurrently or late; a run continues what the last one left. */
export type Schedule = {
  readonly name: string;
  readonly everyMinutes: number;
  /** Also at this hour (UTC) of this day of each month, to the minute. */
  readonly monthly?: { readonly day: number; readonly hour: number };
  /**
   * The list of all items that the job processes, if there is one. A run without due items does nothing, so the local clock may
   * skip to the first item in the list.
   */
  readonly list?: DueList;
  readonly uses: readonly Use[];
  /** The effect of a failure on people: the text of the alarm. */
  readonly impact: string;
};

/** The schedules by name; each has its handler in functions/jobs/. */
export const schedules = {
  expireConversations: {
    name: 'expireConversations',
    everyMinutes: 5,
    list: 'CONVERSATION',
    uses: [...MOVES_MONEY, 'disputes'],
    impact:
      'The money of unanswered messages is not returned at the deadline, holds may lapse before they are captured, and refunds and evidence for disputes are delayed.',
  },
  finishPayments: {
    name: 'finishPayments',
    everyMinutes: 5,
    list: 'PAYMENT',
    uses: MOVES_MONEY,
    impact:
      'Interrupted payments stay unsettled: senders see a hold on their card without an order.',
  },
  remindExpiring: {
    name: 'remindExpiring',
    everyMinutes: 15,
    list: 'REMINDER',
    // The settings of the recipient say which reminders they asked for.
    uses: ['accounts.read', 'conversations.write', 'events.append'],
    impact:
      'People are not reminded that a paid letter is about to expire, and earn nothing for those they forget.',
  },
  deliverPostponed: {
    name: 'deliverPostponed',
    everyMinutes: 15,
    list: 'NOTIFICATION',
    uses: [
      'accounts.read',
      'conversations.read',
      'odds.read',
      'chats.read',
      'devices.write',
      'postponed.write',
      'textReceipts.write',
      'emailReceipts.write',
      'suppressedEmails.read',
      'limits.count',
      'hashKey',
      'push',
      'email.send',
      'sms',
    ],
    impact:
      'People with quiet hours do not get the notifications of that time, and people whose device or mailbox refused one get none by another channel; the app shows all of them.',
  },
  payOut: {
    name: 'payOut',
    everyMinutes: 15,
    monthly: PAYOUT_TIME,
    list: 'PAYOUT',
    uses: [
      'accounts.write',
      'conversations.read',
      'ledger.read',
      'ledger.append',
      'events.append',
      'payouts',
    ],
    impact:
      'People do not get their payouts of the 8th or those that waited for their account, and are not reminded of waiting payouts.',
  },
  watchPayouts: {
    name: 'watchPayouts',
    everyMinutes: 60,
    // The time at which the payouts of noon count as late.
    monthly: { ...PAYOUT_TIME, hour: PAYOUT_TIME.hour + PAYOUT_GRACE / HOUR },
    list: 'PAYOUT',
    uses: ['accounts.read'],
    impact: 'Late payouts raise no alarm; payouts are still made.',
  },
  reconcileLedger: {
    name: 'reconcileLedger',
    everyMinutes: 60,
    uses: [
      'accounts.read',
      'conversations.read',
      'ledger.read',
      'reconciliation.write',
      'statements',
    ],
    impact:
      'The ledger and Stripe differ, as the log shows, or could not be compared: the balance that a person sees may be wrong.',
  },
  recheckLinks: {
    name: 'recheckLinks',
    everyMinutes: 60,
    list: 'LINK',
    uses: ['accounts.write', 'web.fetch'],
    impact:
      'Verified links lose their mark after 90 days although their pages still link back; their owners can verify them again.',
  },
  deleteAccounts: {
    name: 'deleteAccounts',
    everyMinutes: 5,
    list: 'DELETION',
    uses: [
      ...MOVES_MONEY,
      'usernames.write',
      'phoneNumbers.write',
      'passkeys.write',
      'emails.write',
      'chats.write',
      'accounts.delete',
      'audit.append',
      'subscriptions',
      'cards',
      'media',
      'chatPictures',
      'attachmentFiles.remove',
    ],
    impact:
      'Accounts whose owners asked for it are not deleted in time, and their plans may renew meanwhile. Files that nothing shows stay stored.',
  },
  finishBlocks: {
    name: 'finishBlocks',
    everyMinutes: 5,
    list: 'BLOCK',
    uses: [
      'accounts.write',
      'conversations.write',
      'ledger.append',
      'events.append',
      'audit.append',
      'subscriptions',
    ],
    impact:
      'What an interrupted block of an account left stays: its pending messages hold money until their deadlines, and its plan may renew.',
  },
  publishReliability: {
    name: 'publishReliability',
    everyMinutes: 24 * 60,
    uses: ['reliability.publish'],
    impact: 'The reliability page shows the figures of an earlier day, with their date.',
  },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;
