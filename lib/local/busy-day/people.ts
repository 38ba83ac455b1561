import type { DemoPerson } from '../seed/demo.ts';

/** The member of staff who decides and proposes on that day, and who is seeded last. */
export const COLLEAGUE = 'desk.finance';

/**
 * Somebody who comes with the busy day. Money is in cents; those who answer have a `price`, and the others get the lowest
 * one.
 */
type BusyPerson = DemoPerson & {
  readonly fullName: string;
  readonly bio: string;
  readonly price?: number;
  readonly commitment?: number;
  /** Whether they are on the plan Starter, which contacts and chats need. */
  readonly isMember?: true;
  readonly card: string;
  /** The test card that they pay with. https://docs.stripe.com/testing#cards */
  readonly paysWith: string;
};

/** The people of the busy day: who asks, who answers, and who does harm. */
export const BUSY_PEOPLE: readonly BusyPerson[] = [
  {
    username: 'noor.aziz',
    fullName: 'Noor Aziz',
    bio: '<p>Restores old bicycles and sells them to people who ride them.</p>',
    paysWith: 'pm_card_visa_debit',
    shows: 'made two claims',
    card: 'Asks. Made two claims on a busy day',
    folded: true,
  },
  {
    username: 'milo.brandt',
    fullName: 'Milo Brandt',
    bio: '<p>Caretaker of a botanical collection that nobody counts.</p>',
    paysWith: 'pm_card_mastercard_debit',
    shows: 'made a claim of $60.00',
    card: 'Asks. Made a claim that needs two persons',
    folded: true,
  },
  {
    username: 'hana.kim',
    fullName: 'Hana Kim',
    bio: '<p>Runs before work and writes after it.</p>',
    paysWith: 'pm_card_discover',
    shows: 'won a claim',
    card: 'Asks. Won a claim, and made another',
    folded: true,
  },
  {
    username: 'jonas.keller',
    fullName: 'Jonas Keller',
    bio: '',
    paysWith: 'pm_card_jcb',
    shows: 'his letter is reported',
    card: 'Asks. One of his letters is reported',
    folded: true,
  },
  {
    username: 'rosa.almeida',
    fullName: 'Rosa Almeida',
    bio: '<p>Bakes, photographs what she bakes, and eats it last.</p>',
    paysWith: 'pm_card_diners',
    shows: 'warned, and appeals',
    card: 'Asks. Was warned, and appeals',
    folded: true,
  },
  {
    username: 'petra.horn',
    fullName: 'Petra Horn',
    bio: '<p>I furnish small apartments for people who think that they have no taste. Send me a floor plan and one thing that you love.</p>',
    price: 3_500,
    commitment: 20,
    isMember: true,
    paysWith: 'pm_card_unionpay',
    shows: 'a link was removed',
    card: 'Answers. A link of hers was removed, and she appeals',
    folded: true,
  },
  {
    username: 'viktor.lang',
    fullName: 'Viktor Lang',
    bio: '<p>Nutrition for people who lift. Numbers, no dogma.</p>',
    price: 6_000,
    commitment: 20,
    isMember: true,
    paysWith: 'pm_card_mastercard',
    shows: 'payout held for a check',
    card: 'Answers. One sender paid for everything he earned',
    folded: true,
  },
  {
    username: 'eddie.quinn',
    fullName: 'Eddie Quinn',
    bio: '<p>Investments with a guaranteed return of 30 percent a month. Ask me how.</p>',
    paysWith: 'pm_card_amex',
    shows: 'reported by three',
    card: 'Asks. Reported by three people, to be blocked',
    folded: true,
  },
  {
    username: 'vera.stone',
    fullName: 'Vera Stone',
    bio: '<p>Poems by mail.</p>',
    paysWith: 'pm_card_visa',
    shows: 'blocked, and appeals',
    card: 'Blocked, and appeals',
    folded: true,
  },
];
