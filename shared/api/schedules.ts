import type { Use } from './operation.ts';

/** Work that the clock starts. Safe to run twice, at once, or late; what a run leaves, the next one does. */
export type Schedule = {
  readonly name: string;
  readonly everyMinutes: number;
  readonly uses: readonly Use[];
  /** What its failure does to a person: the text of its alarm. */
  readonly impact: string;
};

/** The schedules by name; each has its handler in functions/jobs/. */
export const schedules = {
  expireConversations: {
    name: 'expireConversations',
    everyMinutes: 5,
    uses: ['table.write', 'payments'],
    impact:
      'Unanswered messages keep their money past the deadline, holds may lapse before they are captured, and owed refunds wait.',
  },
  finishPayments: {
    name: 'finishPayments',
    everyMinutes: 5,
    uses: ['table.write', 'payments'],
    impact:
      'Payments that were interrupted stay unsettled: the sender sees a hold without an order.',
  },
} as const satisfies Record<string, Schedule>;

export type ScheduleName = keyof typeof schedules;
