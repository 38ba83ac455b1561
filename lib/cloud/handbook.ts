/** The sections of docs/operations.md that alarms refer to. A test checks that each exists and says what to do. */
export type Section =
  | 'A function fails'
  | 'A dead-letter queue is not empty'
  | 'A job does not run'
  | 'Domain events are late'
  | 'The API fails'
  | 'The API throttles requests'
  | 'Someone guesses codes or passwords'
  | 'The API is slow'
  | 'CloudFront fails'
  | 'Many requests are refused'
  | 'The probe fails'
  | 'The table is throttled'
  | 'Lambda is at its limit'
  | 'No messages are paid for'
  | 'Stripe events are missing'
  | 'Text messages do not arrive'
  | 'Event texts are used up'
  | 'Text messages near their limit'
  | 'Unusually many text messages'
  | 'Emails come back'
  | 'Payouts are late'
  | 'People are not paid out'
  | 'Push notifications fail'
  | 'Live hints fail'
  | 'The ledger and Stripe differ'
  | 'The comparison with Stripe is late'
  | 'A refund failed for good'
  | 'A dispute was opened'
  | 'A payout is held for a check'
  | 'Money was lost';

/** Functions whose alarm has its own section. */
const FUNCTION_SECTIONS: Readonly<Record<string, Section>> = {
  payOut: 'People are not paid out',
  reconcileLedger: 'The ledger and Stripe differ',
  probe: 'The probe fails',
  notifyDevices: 'Push notifications fail',
  publishHints: 'Live hints fail',
  authorizeLive: 'Live hints fail',
};

export const sectionOfFunction = (name: string): Section =>
  FUNCTION_SECTIONS[name] ?? 'A function fails';
