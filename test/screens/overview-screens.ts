import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { writeLetter } from './write-letter.ts';

/** A screen of the overview. */
export type Screen = {
  readonly name: string;
  /** The name of its picture. */
  readonly file: string;
  readonly who: 'visitor' | 'ben.okafor' | 'ana.markovic';
  /** Goes to the screen, and resolves when it shows what the picture is of. */
  readonly open: (page: Page) => Promise<unknown>;
  /** The purpose of the screen, as a sentence. */
  readonly purpose: string;
  /** How others in the field show the same. */
  readonly beside: string;
};

const at = (address: string) => async (page: Page) => {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
};

/** Opens a list of letters; on a wide screen its heading is not the first of the page. */
const list = (address: string) => async (page: Page) => {
  await page.goto(address);
  await page.locator('a[href*="-viewer/"]').first().waitFor();
};

/** Opens a page with a list, and then the row that a text names. */
const row = (address: string, text: RegExp) => async (page: Page) => {
  await page.goto(address);
  await page.getByRole('link', { name: text }).first().click();
  await page.locator('article').first().waitFor();
};

export const SCREENS: readonly Screen[] = [
  {
    name: 'Landing',
    file: 'landing',
    who: 'visitor',
    open: at(paths.landing()),
    purpose: 'What the product is in one sentence, an example, and how the money is safe.',
    beside:
      'Cameo opens with faces and prices, Intro with experts and hourly rates. Here the exchange itself comes first, because neither face nor rate says what one gets.',
  },
  {
    name: 'Users',
    file: 'users',
    who: 'visitor',
    open: at(paths.browse()),
    purpose: 'Finds someone to ask, by field, name or topic.',
    beside:
      'Cameo and Intro sort by popularity and show stars. Here each row has what was kept: how many of the last letters were answered, and how fast.',
  },
  {
    name: 'Public profile',
    file: 'profile',
    who: 'visitor',
    open: at(paths.profile('ana.markovic')),
    purpose: 'Who this is, what an answer costs, and what may be expected.',
    beside:
      'Cameo shows a price, stars and a delivery time. Here the price stands beside the odds and the day on which the money is back.',
  },
  {
    name: 'Sign-in on the way to a letter',
    file: 'sign-in-to-write',
    who: 'visitor',
    open: async (page) => {
      await page.goto(paths.signInToWrite('ana.markovic'));
      await page.getByRole('heading', { name: 'Write to Ana' }).waitFor();
    },
    purpose: 'Who is new writes first; who has an account signs in.',
    beside: 'Elsewhere the account comes before the request. Here the letter does.',
  },
  {
    name: 'Sign-in',
    file: 'sign-in',
    who: 'visitor',
    open: async (page) => {
      // Without the letter that the screen before began.
      await page.evaluate(() => localStorage.clear());
      await at(paths.login())(page);
    },
    purpose: 'Password, passkey or a code.',
    beside: 'The same three ways as at Stripe or GitHub, on one screen.',
  },
  {
    name: 'Registration',
    file: 'register',
    who: 'visitor',
    open: at(paths.register()),
    purpose: 'The account of somebody who wants to answer.',
    beside: 'As elsewhere; the phone is confirmed on the next screen.',
  },
  {
    name: 'Home of a sender',
    file: 'home-sender',
    who: 'ben.okafor',
    open: at(paths.dashboard()),
    purpose: 'What waits for the user comes first.',
    beside: 'Elsewhere a feed; here a short list with one action.',
  },
  {
    name: 'Outbox',
    file: 'outbox',
    who: 'ben.okafor',
    open: list(paths.orders()),
    purpose: 'The letters of a sender with their states and dates.',
    beside: 'A mail client shows who and when; here also the state and the money.',
  },
  {
    name: 'An answered letter',
    file: 'answer',
    who: 'ben.okafor',
    open: row(paths.orders(), /The clause that takes my recordings/),
    purpose: 'The answer, then the states and what comes next.',
    beside: 'Elsewhere an answer is a message among others. Here it is set like a letter.',
  },
  {
    name: 'Writing a letter',
    file: 'write',
    who: 'ben.okafor',
    open: writeLetter,
    purpose: 'The letter, and the questions that its recipient asks.',
    beside: 'Cameo asks for an occasion and instructions in a form; here one writes a letter.',
  },
  {
    name: 'Confirm payment',
    file: 'payment',
    who: 'ben.okafor',
    open: async (page) => {
      await writeLetter(page);
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
      await page.getByRole('button', { name: 'Submit Order' }).waitFor();
    },
    purpose: 'Total, promise, card and button; then the letter and the dated steps of the money.',
    beside:
      'Stripe Checkout has the same order on a phone and the same two columns. Here the promise and its dates are added, because the card is held and not charged.',
  },
  {
    name: 'Home of a creator',
    file: 'home-creator',
    who: 'ana.markovic',
    open: at(paths.dashboard()),
    purpose: 'The letters that wait, by the day they are due, and the figures.',
    beside: 'Creator dashboards open with charts; here the work comes before the figures.',
  },
  {
    name: 'Inbox',
    file: 'inbox',
    who: 'ana.markovic',
    open: list(paths.inbox()),
    purpose: 'Who waits, until when, and what an answer earns.',
    beside: 'A mail client sorts by arrival; here by what is due.',
  },
  {
    name: 'A letter that waits',
    file: 'letter',
    who: 'ana.markovic',
    open: row(paths.inbox(), /A letter that I have not opened/),
    purpose: 'The letter before everything else; one action.',
    beside: 'Superhuman and Hey put the text first as well; here the meta line adds what is due.',
  },
  {
    name: 'Answering in a row',
    file: 'session',
    who: 'ana.markovic',
    open: at(paths.answer()),
    purpose: 'One letter after another, by touch or keys.',
    beside: 'As in a mail client for professionals; the count says how many are left.',
  },
  {
    name: 'Chat',
    file: 'chat',
    who: 'ana.markovic',
    open: async (page) => {
      await page.goto(paths.chat());
      await page.locator('a[href*="/chat-viewer/"]').first().click();
      await page.getByRole('textbox').last().waitFor();
    },
    purpose: 'Free words among contacts, with the list beside them on a wide screen.',
    beside: 'The same parts as in WhatsApp or Messages, in the colors of the house.',
  },
  {
    name: 'Account balance',
    file: 'balance',
    who: 'ana.markovic',
    open: at(paths.accountBalance()),
    purpose: 'What was earned, what is on its way, and when it is paid out.',
    beside: 'Stripe Express shows balances and payouts in tables; here each sum says its day.',
  },
  {
    name: 'Subscription',
    file: 'subscription',
    who: 'ana.markovic',
    open: at(paths.subscription()),
    purpose: 'Three plans side by side, and what one keeps of one’s own price.',
    beside: 'The usual table of prices; the last row is calculated for the user.',
  },
  {
    name: 'Notifications',
    file: 'notifications',
    who: 'ana.markovic',
    open: at(paths.notificationSettings()),
    purpose: 'What is told, and by which channel.',
    beside: 'GitHub has a row for each event; here kinds come first and details are folded.',
  },
  {
    name: 'Analytics',
    file: 'analytics',
    who: 'ana.markovic',
    open: at(paths.analytics()),
    purpose: 'Visits, letters and answers of a creator.',
    beside: 'Plausible shows a funnel in the same quiet way; here it ends in answers.',
  },
];
