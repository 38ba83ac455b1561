import { createHash } from 'node:crypto';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Letters-4-all';

/** A demo account, and what it is there to show: in the terminal, in at most 23 characters, and on its card below /_local. */
export type DemoPerson = {
  readonly username: string;
  readonly shows: string;
  readonly card: string;
  /** Whether the card is among those that are folded away. */
  readonly folded?: true;
};

/**
 * The demo people, in the order of their cards. What they show is what the seeded data has; where it changes with what is done here or
 * with the time, lib/local/demo-people.ts has the words.
 */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { username: 'ana.markovic', shows: 'letters and a claim', card: 'Answers. Letters wait for her' },
  {
    username: 'ben.okafor',
    shows: 'asks: every state',
    card: 'Asks. A letter in every state, a question for him',
  },
  { username: 'clara.jung', shows: 'a refund to come', card: 'Asks. A letter without an answer' },
  {
    username: 'lucia.prado',
    shows: 'an answer with AI',
    card: 'Answers. One answer written with AI, signed',
  },
  {
    username: 'mina.sato',
    shows: 'Professional, analytics',
    card: 'Professional plan: analytics, the badge',
  },
  {
    username: 'elise.laurent',
    shows: 'two prices',
    card: 'Two prices, for a short and a long answer',
  },
  {
    username: 'ravi.menon',
    shows: 'contested a claim',
    card: 'Answers. Contested a claim, $18.60 frozen',
  },
  {
    username: 'priya.nair',
    shows: 'made that claim',
    card: 'Asks. Made that claim, waits for a decision',
  },
  {
    username: 'sam.whitaker',
    shows: 'warned, and appeals',
    card: 'Asks. Was warned, and appeals',
  },
  {
    username: 'oskar.nowak',
    shows: 'isn’t accepting letters',
    card: 'Isn’t accepting letters. His profile is reported',
  },
  {
    username: 'sofia.lindqvist',
    shows: 'payout held for a check',
    card: 'Answers. A payout held for a check',
  },
  {
    username: 'tom.weller',
    shows: 'an answer by his team',
    card: 'Free plan. An answer written by his team',
  },
  {
    username: 'grace.mbeki',
    shows: 'asked Ben a question',
    card: 'Answers. Asked Ben a question first',
  },
  {
    username: 'theo.lindgren',
    shows: 'may be in danger',
    card: 'Asks. His letter came back with help lines',
    folded: true,
  },
  {
    username: 'j.haddad',
    shows: 'one letter waits',
    card: 'Answers. One letter waits',
    folded: true,
  },
  {
    username: 'kwame.boateng',
    shows: 'got one by mistake',
    card: 'Got a letter by mistake, and pauses',
    folded: true,
  },
  {
    username: 'daniel.reyes',
    shows: 'let one expire',
    card: 'Asks senders two questions; let a letter expire',
    folded: true,
  },
  {
    username: 'support',
    shows: 'answers help tickets',
    card: 'The product itself: answers help tickets',
    folded: true,
  },
];

/** The order of the two columns in the terminal. */
export const TERMINAL_COLUMNS = [
  [
    'ana.markovic',
    'ben.okafor',
    'lucia.prado',
    'ravi.menon',
    'priya.nair',
    'clara.jung',
    'grace.mbeki',
    'tom.weller',
    'support',
  ],
  [
    'mina.sato',
    'elise.laurent',
    'oskar.nowak',
    'sofia.lindqvist',
    'sam.whitaker',
    'kwame.boateng',
    'daniel.reyes',
    'j.haddad',
    'theo.lindgren',
  ],
] as const;

/** The staff of the demo. */
export const DEMO_STAFF_PEOPLE: readonly DemoPerson[] = [
  {
    username: 'desk.finance',
    shows: 'second person',
    card: 'Staff. The second person, for money and for danger',
  },
  { username: 'desk', shows: 'all queues', card: 'Staff. Every queue; comes with a passkey' },
];

/** The token of the link with which a member of the demo staff adds a passkey of their own for the desk. */
export const demoDeskLink = (username: string): string =>
  createHash('sha256').update(`the demo desk of ${username}`).digest('base64url');
