import { randomInt } from 'node:crypto';
import type { Local } from '#lib/local/local.ts';
import { makeContacts, member } from '../support/chat-people.ts';
import { readLocal, signInOver } from '../support/client.ts';
import type { Line } from './line.ts';
import type { Phone } from './phone.ts';
import { untilAnswered } from './until-answered.ts';

/* The main job of two people, on a phone each: to be asked, to pay, to answer, to talk. */

const ANA = 'ana.markovic';
const BEN = 'ben.okafor';
const PASSWORD = 'Letters-4-all';
const SUBJECT = 'Refused at the counter, what now?';
const SECOND_SUBJECT = 'The lease, once more';
const THIRD_SUBJECT = 'Is this the right page?';
const QUESTION =
  'I applied in March with all papers that the site lists. On Friday the clerk said that one is missing and would not say which. What should I do?';
const ANSWER =
  'Dear Ben, the paper she meant is the certified copy of the lease, and you are right: the list does not name it. It stands in the annex, which most people never open. Do not file again. Write to the same office within 28 days.';

export type Walk = {
  readonly local: Local;
  /** The recipient. */
  readonly ana: Phone;
  /** The sender. */
  readonly ben: Phone;
  /** Between both phones and the product. */
  readonly line: Line;
  /** The path of a photo. */
  readonly photo: string;
};

type Step = readonly [sentence: string, walk: (walk: Walk) => Promise<void>];

/** The steps of both people, in order. Each step continues from the previous one. */
export const STEPS: readonly Step[] = [
  [
    'the recipient registers on the free plan with the keyboard, and a code that is pasted',
    async ({ local, ana }) => {
      await ana.opens('/register');
      await register(local, ana);
      await ana.arrivesAt('/dashboard');
      await ana.sees('Account Balance');
    },
  ],
  [
    'the recipient writes about herself, with bold words, a link and a picture',
    async ({ ana, photo }) => {
      await ana.opens('/edit-profile');
      await ana.arrivesAt('/edit-profile');
      await ana.writes('Bio…', 'I answer questions on ');
      await ana.presses('Bold');
      await ana.writes('Bio…', 'residence permits');
      await ana.presses('Bold');
      await ana.presses('Link');
      await ana.writes('Address', 'example.com/ana');
      await ana.looksRight();
      await ana.presses('Save link');
      await ana.choosesFile('Picture for the text', photo);
      await ana.writes('What does it show?…', 'My desk');
      await ana.looksRight();
      await ana.presses('Add picture');
      await ana.selects('Category', 'Legal & Compliance');
      await ana.selects('Sub-category', 'Immigration Law');
      await ana.entersOn('Save All Changes');
      await ana.arrivesAt('/dashboard');
      await ana.sees('Your profile is saved');
    },
  ],
  [
    'the recipient adds two links, drags the second one to the top, and moves it back with keys',
    async ({ ana }) => {
      for (const name of ['Papers', 'Talks']) {
        await ana.opens('/add-user-link');
        await ana.writes('Link Name', name);
        await ana.writes('Link Url', `https://example.com/${name}`);
        await ana.entersOn('Save');
        await ana.arrivesAt('/user-links');
        await ana.sees(name);
      }
      await ana.drags('Move Talks', 'Move Papers', 'Talks, 1 of 2.');
      await ana.entersOn('Move Papers');
      await ana.isOn('Move up');
      await ana.pressesKey('Enter');
      await ana.sees('Papers, 1 of 2.');
    },
  ],
  [
    'a visitor opens the profile, writes, and then registers with one form',
    async ({ local, ben }) => {
      await ben.opens(`/${ANA}`);
      await ben.sees('residence permits');
      await ben.presses('Contact for $25…');
      await ben.arrivesAt('/login');
      await ben.presses('I am new');
      await ben.arrivesAt('/first-letter');
      await ben.writes('Subject', SUBJECT);
      await ben.writes('Message…', QUESTION);
      await ben.presses('Continue to Payment');
      await ben.sees('Where does the answer go?');
      const number = newNumber();
      await ben.writes('Full name', 'Ben Okafor');
      await ben.writes('Phone number', number);
      await ben.rewrites('Username', BEN);
      await ben.writes('Password', PASSWORD);
      await ben.presses('Text me the code');
      await ben.sees('Enter the code');
      await ben.pastes('Verification code…', await codeFor(local, number));
      await ben.arrivesAt('/inbox-payment');
    },
  ],
  [
    'the sender pays with a card that the bank has to confirm, and the money is held',
    async ({ ben }) => {
      // Otherwise the heading takes the focus from the field of the card.
      await ben.isOn('Confirm Payment');
      await ben.writesInFrame('card number', '4000002500003155');
      await ben.writesInFrame('expiration', '1234');
      await ben.writesInFrame('CVC', '123');
      await ben.presses('Submit Order');
      await ben.pressesInFrame('3D Secure', 'Complete authentication');
      await ben.arrivesAt('/payment-success');
      await ben.sees('Payment successful.');
    },
  ],
  [
    'the recipient opens the message, answers and earns',
    async ({ ana }) => {
      await ana.opens('/inbox');
      await ana.presses('…Ben Okafor…');
      await ana.arrivesAt('/inbox-viewer');
      await ana.sees('On Friday the clerk');
      await ana.presses('…Reply…');
      await ana.arrivesAt('/paid-reply');
      await ana.writes('Your answer…', ANSWER);
      await ana.presses('Me');
      await ana.presses('Send and earn $22.00');
      await ana.arrivesAt('/inbox-viewer');
      await ana.sees('CONVERSATION REMAINS OPEN');
    },
  ],
  [
    'the sender reads the answer, and with the keyboard opens the sheet for a report and closes it',
    async ({ ben }) => {
      await ben.opens('/orders');
      await ben.presses('…Ana Marković…');
      await ben.arrivesAt('/order-viewer');
      await ben.sees('the certified copy of the lease');
      await ben.opens(`/${ANA}`);
      await ben.tabsTo('More about Ana…');
      await ben.pressesKey('Enter');
      await ben.isOn('Report…');
      await ben.pressesKey('Enter');
      await ben.isInDialog();
      await ben.looksRight();
      await ben.pressesKey('Escape');
      await ben.isOn('More about Ana…');
    },
  ],
  [
    'the sender writes again and pays with the keyboard, and with it the recipient answers',
    async ({ local, ana, ben }) => {
      // A card that the bank does not have to confirm, which the plan of the sender needs as well.
      const payer = await signInOver(local.url, BEN, PASSWORD);
      await payer.savesCard();
      await ben.entersOn('Contact for $25…');
      await ben.arrivesAt('/create-inbox');
      await ben.tabsAndWrites('Subject', SECOND_SUBJECT);
      await ben.tabsAndWrites('Message…', QUESTION);
      await ben.entersOn('Continue to Payment');
      await ben.arrivesAt('/inbox-payment');
      await ben.entersOn('Submit Order');
      await ben.arrivesAt('/payment-success');
      await ana.opens('/inbox');
      await ana.entersOn(`…${SECOND_SUBJECT}…`);
      await ana.arrivesAt('/inbox-viewer');
      await ana.entersOn('…Reply…');
      await ana.arrivesAt('/paid-reply');
      await ana.tabsAndWrites('Your answer…', ANSWER);
      await ana.entersOn('Me', ' ');
      await ana.entersOn('Send and earn $22.00');
      await ana.arrivesAt('/inbox-viewer');
      await ana.sees('CONVERSATION REMAINS OPEN');
    },
  ],
  [
    'on a bad line the sender attaches a picture, whose upload a reload ends, and then a lost reply',
    async ({ ben, line, photo }) => {
      await ben.opens(`/${ANA}`);
      await ben.presses('Contact for $25…');
      await ben.arrivesAt('/create-inbox');
      await ben.writes('Subject', THIRD_SUBJECT);
      await ben.writes('Message…', QUESTION);
      line.holds(STORAGE);
      await ben.choosesFile('Pictures or PDFs', photo);
      await ben.sees('%');
      await ben.reloads();
      await ben.sees('Not here yet');
      await ben.sees('On Friday the clerk');
      line.isGood();
      line.losesReplies(STORAGE);
      await ben.choosesFile('Another file instead of Picture 1', photo);
      await ben.sees('the line broke');
      line.isGood();
      await ben.sees('Ready');
    },
  ],
  [
    'the sender goes back and forward, and pays once although the line breaks and a reply is lost',
    async ({ local, ben, line }) => {
      await ben.presses('Continue to Payment');
      await ben.arrivesAt('/inbox-payment');
      await ben.goes('back');
      await ben.arrivesAt('/create-inbox');
      await ben.sees('Ready');
      await ben.goes('forward');
      await ben.arrivesAt('/inbox-payment');
      await ben.sees('Ready');
      await ben.canPress('Submit Order');
      line.breaks();
      // A press says so if the files are not looked at yet, and can be repeated: the order has one key.
      await ben.pressesUntil('Submit Order', 'No confirmation came back');
      line.isGood();
      line.losesReplies('/api/createInbox');
      await ben.presses('Submit Order');
      // The screen still shows the sentence about the first attempt, so only the proxy can tell that the second one is lost, too.
      await untilAnswered(async () => {
        if (line.lost() < 2) throw new Error('The app has not repeated the payment');
      });
      await ben.sees('No confirmation came back');
      line.isGood();
      await ben.presses('Submit Order');
      await ben.arrivesAt('/payment-success');
      const { data } = await (await signInOver(local.url, ANA, PASSWORD)).inbox();
      const letters = data.filter(({ subject }) => subject === THIRD_SUBJECT);
      if (letters.length !== 1 || letters[0]?.fileCount !== 1)
        throw new Error(`The recipient has ${JSON.stringify(letters)}`);
    },
  ],
  [
    'what one writes in a chat appears on the phone of the other, who answers with the keyboard',
    async ({ local, ana, ben }) => {
      const recipient = await member(local.url, ANA, PASSWORD);
      const sender = await member(local.url, BEN, PASSWORD);
      await makeContacts(recipient, sender);
      const chat = (await recipient.opensChat(sender)).id;
      for (const phone of [ana, ben]) await phone.opens(`/chat-viewer/${chat}`);
      await ana.writes('Message', 'Are you at the office on Friday?');
      await ana.presses('Send Message');
      await ben.sees('Are you at the office on Friday?');
      await ben.tabsAndWrites('Message', 'At nine.');
      await ben.entersOn('Send Message');
      await ana.sees('At nine.');
    },
  ],
  [
    'the recipient chooses the dark colors and signs out with the keyboard',
    async ({ ana }) => {
      await ana.opens('/settings');
      // Tab goes to the chosen one of a group, and arrows to the others: light, dark.
      await ana.tabsTo('Same as this device…');
      for (const theme of ['Light…', 'Dark…']) {
        await ana.pressesKey('ArrowDown');
        await ana.isOn(theme);
      }
      await ana.looksRight();
      await ana.opens('/settings');
      await ana.arrivesAt('/settings');
      await ana.tabsTo('Sign out');
      await ana.pressesKey('Enter');
      await ana.arrivesAt('/login');
    },
  ],
];

/** In the address of every upload. */
const STORAGE = '/media';

/** Registers through the open form with the keyboard, with the code of the text message and the three steps of the free plan. */
async function register(local: Local, phone: Phone): Promise<void> {
  const number = newNumber();
  await phone.tabsAndWrites('Full name', 'Ana Marković');
  await phone.tabsAndWrites('Phone number', number);
  await phone.tabsAndWrites('Username', ANA);
  await phone.tabsAndWrites('Password', PASSWORD);
  await phone.entersOn('Register');
  await phone.arrivesAt('/verify');
  await phone.isOn('Verification code…');
  await phone.pastes('Verification code…', await codeFor(local, number));
  await phone.arrivesAt('/license');
  await phone.entersOn('Continue with Free');
  await phone.arrivesAt('/inbound-messaging');
  await phone.rewrites('Price…', '25');
  await phone.entersOn('Continue');
  await phone.entersOn('Finish');
}

const newNumber = (): string => `555555${randomInt(1_000, 9_999)}`;

/** Returns the code in the newest text message to a number. */
async function codeFor(local: Local, number: string): Promise<string> {
  const shown = number.replace(/(\d{3})(\d{3})(\d{4})/, '($1) $2-$3');
  const path = `/_local/sms?phoneNumber=${encodeURIComponent(shown)}`;
  const { data } = await readLocal(local.url, path);
  return data[0].code;
}
