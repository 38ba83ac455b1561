/** The sections of docs/operations.md that alarms send people to. A test reads that each is there and says what to do. */
export type Section =
  | 'A function fails'
  | 'Something lies in a dead-letter queue'
  | 'A job does not run'
  | 'Facts are late'
  | 'The API fails'
  | 'The API turns people away'
  | 'Somebody guesses codes or passwords'
  | 'The API is slow'
  | 'CloudFront fails'
  | 'Many requests are refused'
  | 'The probe fails'
  | 'The table is throttled'
  | 'Lambda is at its limit'
  | 'Nobody pays'
  | 'Stripe has gone silent'
  | 'Text messages do not arrive'
  | 'Text messages near their limit'
  | 'Unusually many text messages'
  | 'Payouts are late'
  | 'People are not paid out'
  | 'People are not told on their phones'
  | 'The ledger and Stripe differ'
  | 'The comparison with Stripe is late'
  | 'A refund failed for good'
  | 'A dispute was opened'
  | 'A payout is held for a check'
  | 'Money was lost';

/** Functions whose failure has a page of its own. */
const OF_FUNCTIONS: Readonly<Record<string, Section>> = {
  payOut: 'People are not paid out',
  reconcileLedger: 'The ledger and Stripe differ',
  probe: 'The probe fails',
  notifyDevices: 'People are not told on their phones',
};

export const sectionOfFunction = (name: string): Section =>
  OF_FUNCTIONS[name] ?? 'A function fails';
