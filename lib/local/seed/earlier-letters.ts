import type { SeededConversation, SeededThanks } from './conversations.ts';

/*
 * The letters of the weeks before the others, which the odds and the analytics of some creators come from. They are as real as all
 * others: paid, answered or let expire, in the ledger and at Stripe. They are sent in waves, so that the clock stops less often.
 */

type EarlierLetter = {
  readonly from: string;
  readonly subject: string;
  readonly question: string;
  /** The first sentence of the answer; absent if it expired. */
  readonly answer?: string;
};

type Answering = {
  readonly to: string;
  /** The days from a letter to its answer. */
  readonly after: number;
  /** What each answer goes on with: the way of answering of this person. */
  readonly goesOn: string;
  readonly letters: readonly EarlierLetter[];
};

const [DANIEL, ELISE, GRACE, JOANNA, KWAME] = [
  'daniel.reyes',
  'elise.laurent',
  'grace.mbeki',
  'j.haddad',
  'kwame.boateng',
] as const;
const [MINA, OSKAR, RAVI, SOFIA, TOM] = [
  'mina.sato',
  'oskar.nowak',
  'ravi.menon',
  'sofia.lindqvist',
  'tom.weller',
] as const;

const ANSWERING: readonly Answering[] = [
  {
    to: 'ana.markovic',
    after: 0.8,
    goesOn:
      'Write down the date of every call and the name of who said it, hand in copies only, and keep the stamped receipt with your passport. If nothing has come three weeks after the date on that receipt, write to me again with its number: an answer costs you nothing more.',
    letters: [
      {
        from: KWAME,
        subject: 'A contract that begins too soon',
        question:
          'An engineer I hired may start on the 1st, says her contract, and her permit will come two weeks later. May she begin from abroad?',
      },
      {
        from: DANIEL,
        subject: 'An apprentice from Lisbon',
        question:
          'A young man from Lisbon would learn with me for half a year, without a wage. Does he need a permit for the bench, or only a place to sleep?',
        answer:
          'He needs nothing for the bench as long as he is not paid, and a registration within three months.',
      },
      {
        from: JOANNA,
        subject: 'Photographing a wedding abroad',
        question:
          'I photograph a wedding in Zurich for two days and am paid here. Is that work there, and do I have to declare my three cameras?',
        answer:
          'Two days are free if you register them online before you leave, and the cameras travel on a carnet.',
      },
      {
        from: GRACE,
        subject: 'A visa for one funeral',
        question:
          'My cousin would speak at a funeral here on the 14th. The next appointment at the consulate is on the 20th. Is there a door for such cases?',
        answer:
          'There is: ask for an emergency appointment by email, and attach the notice of the funeral.',
      },
      {
        from: TOM,
        subject: 'A baker with a student card',
        question:
          'My new helper studies and may work twenty hours. Nights count how? She would do two nights of nine hours and one of four.',
        answer: 'A night counts by its hours and not as a day, so twenty-two are two too many.',
      },
      {
        from: OSKAR,
        subject: 'Prize money on a visitor visa',
        question:
          'At an open tournament I may win up to two thousand. I would enter on a visitor visa. Is prize money a wage, and who asks about it?',
        answer:
          'Prize money is not a wage, but an appearance fee is, so have the organizer write which one it is.',
      },
      {
        from: ELISE,
        subject: 'A diploma that no one knows',
        question:
          'My diploma as a nurse was recognized in Lyon and is not known here. The office wants it "assessed". By whom, and how long does that take?',
        answer:
          'By the state’s nursing board and no one else, and it takes about nine weeks with a certified syllabus.',
      },
      {
        from: MINA,
        subject: 'A training camp for six weeks',
        question:
          'I coach four runners for six weeks in the mountains of another country. They pay me here. Do I need anything but my passport?',
        answer: 'You need a short permit, because you coach there, wherever they pay you.',
      },
      {
        from: RAVI,
        subject: 'A loan and a residence card',
        question:
          'A client of mine has a loan in arrears and renews his residence card in May. He is afraid that the one is asked about for the other.',
        answer: 'Nobody asks about a loan, only about social benefits of the last twelve months.',
      },
      {
        from: SOFIA,
        subject: 'Seeds in my suitcase',
        question:
          'I bring seeds of a rare campanula from a garden in Norway. My residence is here. Is this a matter for you, or for a gardener of the customs?',
        answer:
          'For the customs, but your residence helps: you may bring them with the garden’s letter.',
      },
    ],
  },
  {
    to: 'tom.weller',
    after: 0.3,
    goesOn:
      'Write the time and the temperature on a piece of tape on the bowl, change one thing a day and not two, and taste before you judge. Nine loaves in ten forgive you, and the tenth makes good crumbs. Bake it, let it get cold, and only then cut it.',
    letters: [
      {
        from: GRACE,
        subject: 'A loaf for a wake',
        question:
          'Sixty people, a church kitchen with one oven, and bread that children eat too. Which, and how many?',
        answer: 'Make a soft white loaf with milk, ten of them, and bake them the evening before.',
      },
      {
        from: DANIEL,
        subject: 'My crust is like spruce',
        question:
          'I tap it and it rings, which I like in a guitar and not in a bread. What makes a crust so hard?',
        answer:
          'Too little steam and too long a bake: ten minutes with a wet cloth in the oven, and five fewer in all.',
      },
      {
        from: KWAME,
        subject: 'Bread before six in the morning',
        question:
          'I leave at six and would like fresh bread once a week. Can the dough wait for me in the fridge?',
        answer: 'It can wait for two days, and it gets better on the second one.',
      },
      {
        from: JOANNA,
        subject: 'How do I photograph dough?',
        question:
          'A baker wants pictures of his hands in the dough. When in the night does dough look alive?',
        answer:
          'At half past three, when the second rise is done and the light comes from the oven alone.',
      },
      {
        from: OSKAR,
        subject: 'Rye for a chess club',
        question:
          'Our club eats at eleven at night. Which bread does not make twenty players sleepy?',
        answer: 'A thin, dark rye, three days old, with butter and nothing sweet on it.',
      },
    ],
  },
  {
    to: 'mina.sato',
    after: 2.9,
    goesOn:
      'Run the easy days so slowly that you could tell me a story, sleep before you train, and stop for a pain that changes your stride. Write down every second day how it felt, in one word. In three weeks those words will tell us more than your watch does.',
    letters: [
      {
        from: GRACE,
        subject: 'Running after sixty',
        question:
          'I am sixty-one, I walk an hour a day, and I would like to run to the lake and back once. Where do I begin?',
        answer: 'With one minute of running in every ten of walking, on the way you know.',
      },
      {
        from: KWAME,
        subject: 'Five kilometers at lunch',
        question:
          'I have forty minutes at noon, three days a week. Is that enough to run ten kilometers in spring?',
        answer: 'It is, if one of the three days is slow and one of them is longer than you like.',
      },
      {
        from: DANIEL,
        subject: 'My back after the bench',
        question:
          'I sit bent over a bench for eight hours. After two kilometers my lower back gets stiff. Shoes, or the bench?',
        answer: 'The bench: stand up every half hour, and run only after ten minutes of walking.',
      },
      {
        from: JOANNA,
        subject: 'Shoes for wet stairs',
        question:
          'I run down four hundred wet stairs every morning. Which soles, and am I being foolish?',
        answer: 'Foolish downward and wise upward: turn the round and any trail sole will do.',
      },
      {
        from: TOM,
        subject: 'I get up at two',
        question:
          'I bake until ten and sleep at eight in the evening. When in such a day does a body want to run?',
        answer: 'An hour after the last loaf, before you sit down, and never before the nap.',
      },
      {
        from: RAVI,
        subject: 'A marathon as a birthday present',
        question:
          'My children gave me a place in a marathon in ten months. I have run to the bus so far. Do I tell them no?',
      },
    ],
  },
  {
    to: 'elise.laurent',
    after: 1.9,
    goesOn:
      'Write down three nights, hour by hour, before you change anything. Then change one thing for a week: the hour of the last meal, the light, or who gets up. Most nights mend by one of these three, and you keep the sleep that already works.',
    letters: [
      {
        from: JOANNA,
        subject: 'He wakes at four, always',
        question:
          'My son is two and awake at four every morning, cheerful. Is it the light, the neighbors, or him?',
        answer:
          'It is the light in one house of three, so begin with a dark cloth over his window.',
      },
      {
        from: KWAME,
        subject: 'Twins and one night shift',
        question:
          'Twins of five months, and I am away two nights a week. How do we share the other five?',
        answer:
          'By halves of a night and not by nights: one of you sleeps until two, the other one from two.',
      },
      {
        from: GRACE,
        subject: 'A grandchild who fears the dark',
        question:
          'She is four, sleeps here on Fridays and wants every lamp on. I would like to sleep too.',
        answer: 'Give her one lamp that is hers, and let her put it out herself once a week.',
      },
      {
        from: DANIEL,
        subject: 'The nap that moved',
        question:
          'Since he walks, his nap has moved to five in the afternoon. Then he is awake until ten.',
      },
      {
        from: TOM,
        subject: 'I leave when she wakes',
        question:
          'I get up at two and she hears me. She is seven months old. Do I move out until spring?',
      },
      {
        from: OSKAR,
        subject: 'A tournament with a baby',
        question:
          'Nine days in one hotel room, a baby of six weeks, games until midnight. Is that cruel to her or to me?',
      },
    ],
  },
  {
    to: OSKAR,
    after: 1.1,
    goesOn:
      'Play it slowly against yourself once, from the other side of the board, and write one sentence after every tenth move: what do I want? When the sentence and the move disagree, the sentence is mostly right. Losing that way teaches more than ten quick wins.',
    letters: [
      {
        from: KWAME,
        subject: 'I blunder in the last minute',
        question: 'I am better on the board and lose on the clock, every Tuesday. What do I train?',
        answer:
          'Train to decide: three minutes for a move, and then the first one that does no harm.',
      },
      {
        from: DANIEL,
        subject: 'An opening for a slow thinker',
        question:
          'I like few pieces and long games. Which opening does not punish somebody who forgets lines?',
        answer: 'Take the London system, and learn its plans by heart in place of its lines.',
      },
      {
        from: GRACE,
        subject: 'Teaching chess in a hospital',
        question:
          'Children in a ward, twenty minutes each, and some tire quickly. What do I begin with?',
        answer: 'With pawns only: who reaches the other side wins, and nobody is beaten for long.',
      },
      {
        from: JOANNA,
        subject: 'A chess set as a present',
        question: 'For a man of eighty with bad eyes who plays every day. What matters in a set?',
        answer: 'Weight and contrast: heavy pieces on a board that does not shine.',
      },
      {
        from: TOM,
        subject: 'Chess at two in the morning',
        question:
          'I play by phone while the dough rises, and always the same mistake: I take what I am offered.',
        answer:
          'Leave everything that is offered for a week, and see how many games you win by it.',
      },
    ],
  },
];

/** The days before the present at which the waves are sent: at most five letters to a person at once. */
const WAVES = [34.5, 32.1, 29.4, 26.8, 24.2, 22.9, 22.4, 21.9, 21.5, 21.1];

/** How their writers end. */
const THANKS = [
  'A few lines are enough for me. Thank you for taking the time.',
  'I have asked three people so far and have four answers. Yours will be the one that I follow.',
  'There is no hurry before the end of the week, and thank you.',
] as const;

/** What their writers said in thanks to one of the people: of every kind, so that the page that lists them has all. */
const SAID_TO_ANA: readonly Omit<SeededThanks, 'daysAgo' | 'does'>[] = [
  {
    text: 'You told me to wait a week, and the week was all it needed.',
    mayShow: 'NO_NAME',
    isShown: true,
  },
  { text: 'I had four letters from lawyers and understood yours.', mayShow: 'NAME', isShown: true },
  {},
  { text: 'Short, clear, and here before my appointment was.', mayShow: 'NO_NAME' },
  { text: 'I would not have dared without it.' },
  { text: 'The clerk read your sentence and stamped the form.', mayShow: 'NAME', isShown: true },
  { text: 'I read it twice, and then to my sister.', mayShow: 'NAME', isShown: true },
];

const thanksTo = (to: string, nth: number, daysAgo: number): SeededThanks[] => {
  const said = to === 'ana.markovic' ? SAID_TO_ANA[nth] : undefined;
  return said ? [{ daysAgo, does: 'thank', ...said }] : [];
};

/** The earlier letters, in the form of the others. */
export const EARLIER_LETTERS: readonly SeededConversation[] = ANSWERING.flatMap(
  ({ to, after, goesOn, letters }) =>
    letters.map(({ from, subject, question, answer }, nth): SeededConversation => {
      const sent = WAVES[nth] ?? 21;
      return {
        from,
        to,
        daysAgo: sent,
        subject,
        text: `${question}\n\n${THANKS[nth % THANKS.length]}`,
        turns: answer
          ? [
              {
                daysAgo: sent - after,
                does: 'answer',
                written: {
                  declaration: 'SELF',
                  typed: answer.length + goesOn.length,
                  pasted: 0,
                  minutes: 6,
                },
                closes: true,
                text: `${answer}\n\n${goesOn}`,
              },
              ...thanksTo(to, nth, sent - after - 0.2),
            ]
          : [],
      };
    }),
);
