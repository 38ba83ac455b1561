import type { Wallet } from '#shared/payment-method-names.ts';
import type { Socials } from '#shared/rules/profiles/socials.ts';

/** A person in the demo data. Money in cents. */
export type SeededPerson = {
  readonly username: string;
  readonly fullName: string;
  readonly bio: string;
  readonly price: number;
  /** The number of paid messages per month; 0 for none. */
  readonly commitment: number;
  /** Since when the person accepts no messages, in days before the present. */
  readonly closesDaysAgo?: number;
  readonly tiers?: readonly object[];
  readonly plan?: 'FREE' | 'STARTER' | 'PROFESSIONAL';
  /** The wallet that pays the plan; absent for a card. */
  readonly wallet?: Wallet;
  /** Whether Stripe has verified the name. With a paid plan the person then has the Verified Account badge. */
  readonly identified?: true;
  readonly socials?: Socials;
  /** Undefined if the person has not chosen a category. */
  readonly subCategoryId?: string;
};

/** People who answer messages. */
export const CREATORS: readonly SeededPerson[] = [
  {
    username: 'ana.markovic',
    fullName: 'Ana Marković',
    bio: '<p>Immigration lawyer, twelve years with families and founders. Ask me about work permits, family reunions and the letter that you are afraid to open.</p><p>Before you write, please have at hand:</p><ul><li>the letter or form, word for word</li><li>its date, and the date by which they want an answer</li><li>what you would like to happen</li></ul><p><em>I read every line twice, then tell you what I would do with your case.</em></p>',
    price: 2_500,
    commitment: 50,
    plan: 'STARTER',
    identified: true,
    subCategoryId: 'CATEGORY_07_01',
    socials: { linkedin: 'ana-markovic-law', bluesky: 'ana.markovic' },
  },
  {
    username: 'lucia.prado',
    fullName: 'Lucía Prado',
    bio: '<p>I read contracts for people who make things: photographers, bands, authors, one puppeteer. Send me the clause, and I tell you what it takes from you and what to write instead.</p>',
    price: 4_000,
    commitment: 30,
    plan: 'STARTER',
    wallet: 'google_pay',
    identified: true,
    subCategoryId: 'CATEGORY_07_03',
    socials: { instagram: 'lucia.reads.contracts', linkedin: 'luciaprado' },
  },
  {
    username: 'tom.weller',
    fullName: 'Tom Weller',
    bio: '<p>Baker in a town of four thousand. Up at two, asleep by eight. I have killed more sourdough starters than you will ever own, and I remember why each one died.</p>',
    price: 600,
    commitment: 100,
    subCategoryId: 'CATEGORY_10_02',
    socials: { instagram: 'wellerbrot', tikTok: 'wellerbrot' },
  },
  {
    username: 'mina.sato',
    fullName: 'Mina Satō',
    bio: '<p>Running coach. 2:41 once, and a stress fracture that taught me more than the medal. I write plans for people with jobs, children and bad knees.</p>',
    price: 1_800,
    commitment: 40,
    plan: 'PROFESSIONAL',
    identified: true,
    subCategoryId: 'CATEGORY_04_05',
    socials: { youTube: 'minaruns', instagram: 'mina.runs' },
  },
  {
    username: 'j.haddad',
    fullName: 'Joanna Haddad',
    bio: '<p>Photographer of weddings, births and the quiet hour after both. I own three cameras and advise most people to keep the one they have.</p>',
    price: 1_200,
    commitment: 60,
    subCategoryId: 'CATEGORY_05_03',
    socials: { instagram: 'joannahaddad.photo' },
  },
  {
    username: 'kwame.boateng',
    fullName: 'Kwame Boateng',
    bio: '<p>Hired about two hundred engineers, turned down two thousand. I read your résumé as the tired person on the other side will read it, and say what they will not.</p>',
    price: 3_000,
    commitment: 20,
    subCategoryId: 'CATEGORY_02_08',
    socials: { linkedin: 'kwame-boateng' },
  },
  {
    username: 'elise.laurent',
    fullName: 'Elise Laurent',
    bio: '<p>Pediatric nurse on nights, mother of twins. No method, no book to sell. Tell me how your night went, hour by hour, and we will find the one thing to change first.</p>',
    price: 1_500,
    commitment: 45,
    tiers: [
      {
        name: 'One thing to change',
        price: '15.00',
        promise: 'I read your night and name the first thing to change',
        minimumLength: 200,
      },
      {
        name: 'A plan for the week',
        price: '45.00',
        promise: 'Seven nights, hour by hour, and what to do if it fails',
        minimumLength: 800,
      },
    ],
    plan: 'STARTER',
    subCategoryId: 'CATEGORY_04_09',
    socials: { tikTok: 'elise.on.nights', instagram: 'elise.on.nights' },
  },
  {
    username: 'ravi.menon',
    fullName: 'Ravi Menon',
    bio: '<p>Debt counselor. Nothing you write will shock me. Bring the numbers, round them if you must, and you get back a list in the order I would pay it.</p>',
    price: 2_000,
    commitment: 35,
    plan: 'STARTER',
    identified: true,
    subCategoryId: 'CATEGORY_02_05',
    socials: { linkedin: 'ravimenon', youTube: 'ravicounts' },
  },
  {
    username: 'sofia.lindqvist',
    fullName: 'Sofia Lindqvist',
    bio: '<p>Gardener at a botanical garden, zone 5 on my own balcony. Describe the leaf, the window and how often you water, and get a plan for the year; most plants die of kindness.</p>',
    price: 6_000,
    commitment: 15,
    plan: 'STARTER',
    subCategoryId: 'CATEGORY_12_08',
    socials: { instagram: 'sofias.balcony', bluesky: 'sofialindqvist' },
  },
  {
    username: 'daniel.reyes',
    fullName: 'Daniel Reyes',
    bio: '<p>Luthier, thirty years at one bench. Cracks, buzzes, lifted bridges, guitars from attics and floods. I tell you if it is worth the repair before you pay for one.</p><p>How an answer from me goes:</p><ol><li>what it is, by what you describe</li><li>whether it gets worse if you wait</li><li>what a fair repair costs where you live</li></ol><p>How to <a href="https://en.wikipedia.org/wiki/Luthier" rel="ugc nofollow noopener" target="_blank">find a luthier</a> near you is part of it.</p>',
    price: 900,
    commitment: 25,
    subCategoryId: 'CATEGORY_08_08',
    socials: { youTube: 'reyesguitars' },
  },
  {
    username: 'grace.mbeki',
    fullName: 'Grace Mbeki',
    bio: '<p>I help people find words for the day they never wanted to speak on. Former hospital chaplain. Send me three true things about the person, and we begin there.</p>',
    price: 2_200,
    commitment: 30,
    subCategoryId: 'CATEGORY_12_02',
    socials: { bluesky: 'gracembeki' },
  },
  {
    username: 'oskar.nowak',
    fullName: 'Oskar Nowak',
    bio: '<p>Chess coach and slow loser. On a tournament until the end of the month, so my letter box is closed; come back after the last round.</p>',
    price: 1_000,
    commitment: 10,
    closesDaysAgo: 15,
    subCategoryId: 'CATEGORY_12_03',
    socials: { youTube: 'slowloser', tikTok: 'slowloser' },
  },
];

/** People who send messages. */
export const SENDERS: readonly SeededPerson[] = [
  {
    username: 'ben.okafor',
    fullName: 'Ben Okafor',
    bio: '<p>Sound engineer, new father, owner of a permit that no one can find.</p>',
    price: 500,
    commitment: 5,
  },
  { username: 'clara.jung', fullName: 'Clara Jung', bio: '', price: 299, commitment: 0 },
  { username: 'sam.whitaker', fullName: 'Sam Whitaker', bio: '', price: 299, commitment: 0 },
  { username: 'priya.nair', fullName: 'Priya Nair', bio: '', price: 299, commitment: 0 },
  { username: 'theo.lindgren', fullName: 'Theo Lindgren', bio: '', price: 299, commitment: 0 },
];
