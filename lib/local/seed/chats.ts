/**
 * An event in a chat, `daysAgo` days before the present: a person writes a message or reads the chat, or the owner of a group adds
 * a contact or renames it.
 */
export type ChatTurn = { readonly daysAgo: number; readonly by: string } & (
  | { readonly text: string }
  | { readonly reads: true }
  | { readonly adds: string }
  | { readonly renames: string }
);

/** A chat of two contacts, or, with a name, a group chat with contacts of its creator. */
export type SeededChat = {
  readonly by: string;
  readonly with: readonly string[];
  readonly daysAgo: number;
  readonly name?: string;
  readonly turns: readonly ChatTurn[];
};

const ANA = 'ana.markovic';
const ELISE = 'elise.laurent';
const LUCIA = 'lucia.prado';
const MINA = 'mina.sato';
const RAVI = 'ravi.menon';

/** The chats, which begin after the invitations of contacts.ts. Their last turns leave unread messages for Ana. */
export const CHATS: readonly SeededChat[] = [
  {
    by: LUCIA,
    with: [ANA],
    daysAgo: 13.9,
    turns: [
      {
        daysAgo: 13.9,
        by: LUCIA,
        text: 'Ana! I have been sending people to you for a year, and only now do I see that you are here.',
      },
      {
        daysAgo: 13.7,
        by: ANA,
        text: 'So it was you. I wondered why all those photographers had such tidy papers.',
      },
      {
        daysAgo: 13.69,
        by: LUCIA,
        text: 'They are tidy because I shout. Kindly, but I shout.',
      },
      {
        daysAgo: 6.4,
        by: LUCIA,
        text: 'A question between us: a band of four, two of them on visitor visas, paid by a festival here. Is a fee in kind still work?',
      },
      {
        daysAgo: 6.2,
        by: ANA,
        text: 'Yes. A hotel and a van are a wage, the office only counts differently. They need the short permit, and it takes nine working days if no one forgets the stage plan.\n\nSend them to me before they send the form.',
      },
      {
        daysAgo: 6.1,
        by: LUCIA,
        text: 'Nine days. They have eleven. You have just saved a festival.',
      },
      { daysAgo: 5.9, by: ANA, text: 'I accept payment in one T-shirt, size M.' },
      {
        daysAgo: 0.3,
        by: LUCIA,
        text: 'The T-shirt is here. It says CREW on the back, I made sure.',
      },
      {
        daysAgo: 0.29,
        by: LUCIA,
        text: 'And they have a drummer now whose passport runs out in March. May I bring her to you on Monday?',
      },
    ],
  },
  {
    by: ANA,
    with: [LUCIA, RAVI, ELISE],
    daysAgo: 6.6,
    name: 'Answering strangers',
    turns: [
      {
        daysAgo: 6.6,
        by: ANA,
        text: 'All of you answer strangers for a living and none of you complains about it enough. Here is a place for that.',
      },
      { daysAgo: 6.55, by: RAVI, text: 'Finally. I shall begin on Monday, with a list.' },
      { daysAgo: 6.5, by: ELISE, text: 'Mine would be a list of hours: 1.10, 2.40, 4.05, 5.15.' },
      { daysAgo: 6.4, by: ANA, renames: 'Office hours' },
      { daysAgo: 3.3, by: ANA, adds: MINA },
      {
        daysAgo: 3.2,
        by: MINA,
        text: 'How long do you take for one answer? I said "ten minutes" to someone today and wrote for an hour.',
      },
      { daysAgo: 3.1, by: RAVI, text: 'Forty minutes. Thirty of them are for the first sentence.' },
      {
        daysAgo: 3.05,
        by: LUCIA,
        text: 'I read in the morning and answer in the evening. In between the answer writes itself, or it does not.',
      },
      { daysAgo: 2.9, by: ANA, reads: true },
      {
        daysAgo: 2.9,
        by: ANA,
        text: 'An hour is fine, Mina. They wrote for longer than that before they dared.',
      },
      {
        daysAgo: 1.1,
        by: ELISE,
        text: 'Someone just told me that her son slept until six. I am going to frame it.',
      },
      { daysAgo: 0.9, by: MINA, text: 'Frame it! Six is a marathon.' },
      { daysAgo: 0.8, by: LUCIA, reads: true },
      { daysAgo: 0.6, by: RAVI, text: 'I have my list now. It has one line: more of this.' },
    ],
  },
  {
    by: MINA,
    with: [ELISE],
    daysAgo: 5.3,
    turns: [
      {
        daysAgo: 5.3,
        by: MINA,
        text: 'May I send night nurses to you? I have three of them in one running group.',
      },
      { daysAgo: 5.2, by: ELISE, text: 'Send them. But not before noon.' },
      { daysAgo: 5.1, by: MINA, reads: true },
    ],
  },
];
