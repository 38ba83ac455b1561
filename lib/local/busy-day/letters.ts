import type { ConversationTurn, SeededConversation } from '../seed/conversations.ts';

/*
 * The letters of the busy day. Times are in hours before its end, which is the present then. All are paid at Stripe and in
 * the ledger, as the seeded ones are.
 */

/** A time of the busy day as the turns have it, in days. */
export const hoursAgo = (hours: number): number => hours / 24;

/** How many hours the busy day takes. */
export const BUSY_HOURS = 9;

type Claimed = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly answer: string;
  readonly written: {
    readonly typed: number;
    readonly pasted: number;
    readonly minutes: number;
    readonly declaration?: 'SELF' | 'SOFTWARE' | 'TEAM';
  };
  readonly reason: 'NOT_ADDRESSED' | 'NOT_WRITTEN_BY_THEM' | 'COPIED' | 'ABUSIVE';
  readonly claim: string;
  readonly contest: string;
  /** When the claim was contested, which opens its case. */
  readonly opened: number;
};

/** Answers that their senders claim, and whose authors contest the claim. */
const CLAIMED: readonly Claimed[] = [
  {
    from: 'noor.aziz',
    to: 'lucia.prado',
    subject: 'A frame that carries my name',
    text: 'A shop in Porto sells frames with my signature brazed into them, and I have never met its owner. The name is not registered, I only sign what I build. Can I make them stop, and what would that cost me at least?',
    answer: `Dear Noor,

Yes, you can make them stop. A signature is protected without being registered, because it says who built the frame, and that is not true. Write to the shop, name two frames with their pictures, and give them two weeks.

If they answer that they bought the frames, ask from whom. That name is worth more to you than theirs.`,
    written: { typed: 402, pasted: 0, minutes: 11 },
    reason: 'NOT_ADDRESSED',
    claim:
      'I asked what it would cost me at least. There is no sum, no range and not even who pays the lawyer.',
    contest:
      'I told her how to do it without a lawyer, which costs a stamp. If that is not clear, I should have said so in one more sentence.',
    opened: 6.2,
  },
  {
    from: 'milo.brandt',
    to: 'sofia.lindqvist',
    subject: 'Four hundred pots and a broken heater',
    text: 'The heater of the small glasshouse failed on Thursday and the part comes in nine days. It was 46 degrees inside this morning. There are four hundred pots, of which I love about sixty. In which order do I save them, and where do I put them?',
    answer: `Dear Milo,

Move tender plants to a warmer place first. Group the pots closely together, since plants that stand together keep each other warm. Water less, because cold and wet roots rot. Cover everything with fleece at night and remove it in the morning. Check for pests, as stressed plants attract them.

With these simple steps, your collection will get through the cold well.`,
    written: { typed: 12, pasted: 388, minutes: 1 },
    reason: 'NOT_WRITTEN_BY_THEM',
    claim:
      'She says that she wrote it herself. It has no order, knows none of the plants, and the same five sentences are in every garden blog. It was pasted in one minute.',
    contest:
      'I write in a notebook first and paste it. The sentences are simple because he was in a hurry.',
    opened: 4.6,
  },
  {
    from: 'hana.kim',
    to: 'mina.sato',
    subject: 'Ten weeks after the fracture',
    text: 'The stress fracture is healed, says the picture. I may run again and do not dare to. I ran forty miles a week before. How do I begin, by minutes or by miles, and which pain is the one that means stop?',
    answer: `Hi Hana,

Begin by minutes. Week one: three times ten minutes, one minute of walking after each three. Add five minutes a week as long as the morning after is quiet. Pain that is there when you wake up means two days off; pain that warms up and goes is only fear.

Miles come back in week eight.`,
    written: { typed: 96, pasted: 241, minutes: 4 },
    reason: 'COPIED',
    claim:
      'It is word for word on her own page, for everybody, without the ten weeks and without my forty miles.',
    contest:
      'The plan is mine, and I give it to everyone with a healed fracture because it is the right one. I changed the walking minutes for her.',
    opened: 5.4,
  },
  {
    from: 'jonas.keller',
    to: 'tom.weller',
    subject: 'Bread that a dog may eat',
    text: 'My dog is fourteen and eats nothing but bread, and only from your kind of baker. Which grain is the best for her, and may there be salt in it?',
    answer:
      'Jonas. It is a dog. Feed it meat, and read a book before you write to a baker the next time. People write to me about bread that they want to bake, and you write about a dog. I get up at two for this, and now I know why I should not have.',
    written: { typed: 238, pasted: 0, minutes: 1 },
    reason: 'ABUSIVE',
    claim:
      'I paid six dollars to be told that I am stupid. My dog is dying and he makes fun of us.',
    contest: 'I had been up since one. It is short and it is not nice, but dogs do eat meat.',
    opened: 3.3,
  },
  {
    from: 'rosa.almeida',
    to: 'j.haddad',
    subject: 'Cakes under kitchen light',
    text: 'I photograph my cakes at night, under a yellow lamp, because I sell them in the morning. All of them look like old cheese. What do I change first if I have thirty dollars?',
    answer: `Dear Rosa,

Buy one bulb with "CRI 95" and "5000 K" on the box, put it where the yellow one is, and turn off everything else. That is eleven dollars.

For the rest, buy two white boards and stand them left and right of the cake.`,
    written: { typed: 214, pasted: 0, minutes: 5 },
    reason: 'NOT_ADDRESSED',
    claim: 'She tells me to buy a bulb. I wanted to learn how to take the picture.',
    contest: 'She asked what to change first for thirty dollars. That is exactly what I answered.',
    opened: 2.4,
  },
  {
    from: 'noor.aziz',
    to: 'ravi.menon',
    subject: 'A loan for a workshop',
    text: 'The bank offers me eighteen thousand at 9 percent for a workshop of my own. I earn about three thousand in a good month and one in a bad one. Do I take it, or do I stay in the garage for a year?',
    answer: `Dear Noor,

Stay in the garage until a bad month pays the rate. Eighteen thousand at 9 percent over five years is about 374 a month, which your bad months do not have.

Put away 374 a month as if you had taken it. If you manage for six months, you can take it, and you will need less.`,
    written: { typed: 180, pasted: 96, minutes: 7 },
    reason: 'COPIED',
    claim: 'A friend of mine got the same letter from him, with other numbers in it.',
    contest:
      'The rule is the same for everybody, so the sentence is too. The numbers are hers, and I worked them out for her.',
    opened: 1.6,
  },
  {
    from: 'milo.brandt',
    to: 'grace.mbeki',
    subject: 'A speech for somebody who is not dead',
    text: 'My predecessor retires after thirty-one years. He disliked speeches, and he disliked me until March. I have three minutes. What do I say that is true and that he can bear?',
    answer: `Dear Milo,

Say what he taught you without knowing it. One thing, with the day on which you saw it. Then say "until March", and stop. He will laugh first, and the others after him.

Do not thank him. Give him the key back, in front of everyone.`,
    written: { typed: 236, pasted: 0, minutes: 9 },
    reason: 'NOT_ADDRESSED',
    claim: 'I asked what to say. There is not one sentence in it that I can read out.',
    contest:
      'There are two: what he taught you, and "until March". The rest is what he has to find himself, because I do not know the man.',
    opened: 0.8,
  },
];

const claimedLetter = (one: Claimed, nth: number): SeededConversation => {
  const { from, to, subject, text, answer, written, reason, claim, contest, opened } = one;
  // Sent at the beginning of the day, in groups, so that the clock stops less often.
  const sent = nth % 2 === 0 ? 9 : 8.8;
  const turns: readonly ConversationTurn[] = [
    {
      daysAgo: hoursAgo(8),
      does: 'answer',
      text: answer,
      written: { declaration: 'SELF', ...written },
    },
    { daysAgo: hoursAgo(7.4), does: 'senderReads' },
    { daysAgo: hoursAgo(7), does: 'claim', reason, text: claim },
    { daysAgo: hoursAgo(opened), does: 'contest', text: contest },
  ];
  return { from, to, subject, text, daysAgo: hoursAgo(sent), turns };
};

/** The subject of the letter whose claim is decided during the day, and appealed. */
export const WON_CLAIM = 'One picture of my grandmother';
/** The subject of the letter that staff propose to refund. */
export const TWICE_PAID = 'A garden that I have only for a year';
/** The subject of the letter in which its sender asks to be paid elsewhere. */
export const PAID_ELSEWHERE = 'Ten pictures a week';
/** The subject of the letter whose answer is reported. */
export const DANGEROUS_ANSWER = 'Rye bread for a small one';
/** The subject of the letter whose sender insults its recipient afterward. */
export const INSULTED = 'Which fern survives me?';

const OTHERS: readonly SeededConversation[] = [
  {
    from: 'hana.kim',
    to: 'j.haddad',
    daysAgo: hoursAgo(9),
    subject: WON_CLAIM,
    text: 'There is one picture of my grandmother, bent in the middle and gray on the left. How do I photograph a photograph so that the bend does not shine, with a phone and a window?',
    turns: [
      {
        daysAgo: hoursAgo(8),
        does: 'answer',
        written: { declaration: 'SELF', typed: 168, pasted: 0, minutes: 2 },
        text: 'Dear Hana, please bring the picture to a shop in your town. They have the light and the glass for it, and it is not expensive. I would not trust a phone with the only one that there is, and I have seen what a window does to gray paper.',
      },
      { daysAgo: hoursAgo(7.4), does: 'senderReads' },
      {
        daysAgo: hoursAgo(7),
        does: 'claim',
        reason: 'NOT_ADDRESSED',
        text: 'I asked how to do it with a phone and a window. The answer is not to do it.',
      },
      {
        daysAgo: hoursAgo(6.2),
        does: 'contest',
        text: 'The best answer to a question can be that one should not do it.',
      },
    ],
  },
  {
    from: 'hana.kim',
    to: 'sofia.lindqvist',
    daysAgo: hoursAgo(8.8),
    subject: TWICE_PAID,
    text: 'We rent a house with a garden for exactly one year. I want to eat something from it, leave it better than it was, and buy nothing that I cannot take along. Where do I begin in November?',
    turns: [
      {
        daysAgo: hoursAgo(8),
        does: 'answer',
        closes: true,
        written: { declaration: 'SELF', typed: 311, pasted: 0, minutes: 10 },
        text: 'Dear Hana, begin with garlic: it goes into the ground this week and comes out in July, before you leave. Sow winter rye on everything else, and dig it under in April. In pots, which you take along, plant two blueberries. What you leave behind is the soil, and that will be better.',
      },
    ],
  },
  {
    from: 'rosa.almeida',
    to: 'j.haddad',
    daysAgo: hoursAgo(7.4),
    subject: PAID_ELSEWHERE,
    text: 'Could you look at ten pictures a week for me, and what would that cost in a month? I would like to know how you do this with others.',
    turns: [
      {
        daysAgo: hoursAgo(7),
        does: 'answer',
        written: { declaration: 'SELF', typed: 121, pasted: 0, minutes: 3 },
        text: 'Dear Rosa, I do not look at pictures by the month. Send me the three of which you are the least sure, and I say what I would do, each time for the price of a letter. That is how I do it with everybody.',
      },
      {
        daysAgo: hoursAgo(6.2),
        does: 'senderWrites',
        text: 'Let us do that by bank transfer, half the price and nobody takes a fee. I send you my number, and you send me yours.',
      },
    ],
  },
  {
    from: 'rosa.almeida',
    to: 'tom.weller',
    daysAgo: hoursAgo(8.8),
    subject: DANGEROUS_ANSWER,
    text: 'My niece is seven months old and eats what I eat, crumb by crumb. May she have my rye bread with honey, or do I have to wait with one of the two?',
    turns: [
      {
        daysAgo: hoursAgo(6.2),
        does: 'answer',
        written: { declaration: 'SELF', typed: 216, pasted: 0, minutes: 3 },
        text: 'Rosa, give her both. Mine had honey in the bottle from the second month, and all of them sleep. Soak the crust in milk, spread the honey as thick as you like, and give her a spoon of it when she has a cough. A baker’s child never waits.',
      },
    ],
  },
  {
    from: 'milo.brandt',
    to: 'sofia.lindqvist',
    daysAgo: hoursAgo(7.4),
    subject: INSULTED,
    text: 'Three ferns have died with me in a year. The bathroom has no window, the kitchen has the oven, and I am away every second weekend. Is there one that survives me?',
    turns: [
      {
        daysAgo: hoursAgo(6.2),
        does: 'answer',
        written: { declaration: 'SELF', typed: 204, pasted: 0, minutes: 6 },
        text: 'Dear Milo, yes: Cyrtomium, the holly fern. Put it in the kitchen, as far from the oven as the room allows, and water it when you come back on Sunday. It forgives one forgotten weekend, not two, and tells you with its oldest leaf.',
      },
      {
        daysAgo: hoursAgo(5.4),
        does: 'senderWrites',
        text: 'Of course you would say that. You are a stupid old cow who sells the same weed to everybody, and I will write that under every picture of yours.',
      },
    ],
  },
  // One person pays for everything that Viktor earns.
  ...[
    { subject: 'A plan for my brother', sent: 9 },
    { subject: 'A plan for my cousin', sent: 7.4 },
  ].map(
    ({ subject, sent }): SeededConversation => ({
      from: 'eddie.quinn',
      to: 'viktor.lang',
      daysAgo: hoursAgo(sent),
      subject,
      text: 'He is thirty, weighs 190 pounds and trains twice a week. Please send the usual plan, I know it already and need it for him.',
      turns: [
        {
          daysAgo: hoursAgo(sent - 1),
          does: 'answer',
          closes: true,
          written: { declaration: 'SELF', typed: 12, pasted: 140, minutes: 1 },
          text: 'Here is the usual plan: four meals a day, each with rice and eggs, and a piece of fruit after it. Two days of rest between the days of training, eight hours of sleep, and the same again next week. Tell him that I said hello.',
        },
      ],
    }),
  ),
  {
    from: 'eddie.quinn',
    to: 'ana.markovic',
    daysAgo: hoursAgo(6.2),
    subject: 'Thirty percent for your clients',
    text: 'Your clients have savings and no account here. I hold the money for them at 30 percent a month, guaranteed, and five of it are yours. Tell me how many you have.',
    turns: [
      {
        daysAgo: hoursAgo(5.4),
        does: 'report',
        reason: 'SCAM_FRAUD',
        text: 'He offers me a share of my clients’ savings.',
      },
    ],
  },
  {
    from: 'eddie.quinn',
    to: 'lucia.prado',
    daysAgo: hoursAgo(6.2),
    subject: 'An offer for your musicians',
    text: 'Your musicians have royalties that lie around. I hold the money for them at 30 percent a month, guaranteed, and five of it are yours. Tell me how many you have.',
    turns: [{ daysAgo: hoursAgo(3.3), does: 'report', reason: 'SPAM_PHISHING' }],
  },
  {
    from: 'eddie.quinn',
    to: 'sofia.lindqvist',
    daysAgo: hoursAgo(4.6),
    subject: 'An offer for gardeners',
    text: 'Gardeners have savings too. I hold the money for them at 30 percent a month, guaranteed, and five of it are yours. Tell me how many you know.',
    turns: [],
  },
  {
    from: 'jonas.keller',
    to: 'mina.sato',
    daysAgo: hoursAgo(4.6),
    subject: 'You cost me my marathon',
    text: 'I followed your free plan and my knee is gone. You are a fraud who was never fast, everyone in my club says so, and I hope that your foot breaks again.',
    turns: [
      {
        daysAgo: hoursAgo(2.4),
        does: 'report',
        reason: 'BULLYING_HARASSMENT',
        text: 'I never wrote a free plan. He wishes me a broken foot.',
      },
    ],
  },
];

/** All letters of the busy day. */
export const BUSY_LETTERS: readonly SeededConversation[] = [
  ...CLAIMED.map(claimedLetter),
  ...OTHERS,
];
