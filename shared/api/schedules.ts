import { PAYOUT_GRACE, PAYOUT_TIME } from '../rules/payouts/payouts.ts';
import { HOUR } from '../time.ts';
import { MOVES_MONEY } from './moves-money.ts';
import type { Use } from './operation.ts';

/** The lists of what is due, by moment; functions/storage/keys.ts has their keys. */
export type DueList = 'CONVERSATION' | 'PAYMENT' | 'PAYOUT' | 'REMINDER';

/** Work that the clock starts. Safe to run twice, at once, or late; what a run leaves, the next one does. */
export type Schedule = {
  readonly name: string;
  readonly everyMinutes: number;
  /** Also at this hour (UTC) of this day of each month, to the minute. */
  readonly monthly?: { readonly day: number; readonly hour: number };
  /**
   * Where all that it does stands in one list of what is due: the list. A run with nothing due there has nothing to do, so
   * whoever lets a clock leap may leap to the first thing in it.
   */
  readonly list?: DueList;
  readonly uses: readonly Use[];
  /** What its failure does to a person: the text of its alarm. */
  readonly impact: string;
};

/** The schedules by name; each has its handler in functions/jobs/. */
export const schedules = {
  expireConversations: {
    name: 'expireConversations',
    everyMinutes: 5,
    list: 'CONVERSATION',
    uses: MOVES_MONEY,
    impact:
      'Unanswered messages keep their money past the deadline, holds may lapse before they are captured, and owed refunds wait.',
  },
  finishPayments: {
    name: 'finishPayments',
    everyMinutes: 5,
    list: 'PAYMENT',
    uses: MOVES_MONEY,
    impact:
      'Payments that were interrupted stay unsettled: the sender sees a hold without an order.',
  },
  remindExpiring: {
    name: 'remindExpiring',
    everyMinutes: 60,
    list: 'REMINDER',
    uses: ['conversations.write', 'events.append'],
    impact:
      'People are not told that a paid message is about to expire, and earn nothing for those they forget.',
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
      'People are not paid what they earned on the 8th, or what waited for their account, nor reminded that it waits.',
  },
  watchPayouts: {
    name: 'watchPayouts',
    everyMinutes: 60,
    // When what went out at noon has to be out.
    monthly: { ...PAYOUT_TIME, hour: PAYOUT_TIME.hour + PAYOUT_GRACE / HOUR },
    list: 'PAYOUT',
    uses: ['accounts.read'],
    impact: 'Nobody is told when payouts are late; payouts themselves go out as ever.',
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
      'The ledger and the payment provider differ by what its log names, or could not be compared: somebody may be owed another amount than they are told.',
  },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;
