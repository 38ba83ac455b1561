import type { Wallet } from '#shared/payment-method-names.ts';
import type { ClaimReason } from '#shared/rules/conversations/claim-states.ts';
import type { ThanksChoice } from '#shared/rules/conversations/thanks.ts';
import type { Declaration, WritingCounts } from '#shared/rules/conversations/written-by.ts';
import type { Actor } from '../deeds/actor.ts';
import type { Order } from '../deeds/things.ts';
import type { SeededFile } from './seeded-files.ts';

/** Who wrote an answer, and what their browser counted. */
export type SeededClaim = WritingCounts & { readonly declaration: Declaration };

/** A thank-you for the answer. */
export type SeededThanks = {
  readonly daysAgo: number;
  readonly does: 'thank';
  /** Absent for one tap only. */
  readonly text?: string;
  /** Whether the recipient may show the sentence; they may not by default. */
  readonly mayShow?: ThanksChoice;
  /** Whether the recipient shows it. */
  readonly isShown?: true;
};

/** An event of a conversation, `daysAgo` days before the present. */
export type ConversationTurn =
  | { readonly daysAgo: number; readonly does: 'read' }
  | {
      readonly daysAgo: number;
      readonly does: 'answer';
      readonly text: string;
      readonly closes?: true;
      /** Absent for an answer from before the author was asked. */
      readonly written?: SeededClaim;
      /** Whether the author signs it with a passkey. */
      readonly signed?: true;
      /** The recording that says its text word for word: a file of `recordings/`. */
      readonly spoken?: 'starter';
      /** A picture after this many of its paragraphs. */
      readonly picture?: SeededFile & { readonly position: number; readonly caption: string };
    }
  | { readonly daysAgo: number; readonly does: 'senderReads' }
  | { readonly daysAgo: number; readonly does: 'asksToPublish' }
  /** Says thanks for the answer. */
  | SeededThanks
  | {
      readonly daysAgo: number;
      readonly does: 'senderWrites' | 'recipientWrites';
      readonly text: string;
    }
  | { readonly daysAgo: number; readonly does: 'asks'; readonly text: string }
  | {
      readonly daysAgo: number;
      readonly does: 'report';
      readonly reason: string;
      readonly text?: string;
    }
  | {
      readonly daysAgo: number;
      readonly does: 'claim';
      readonly reason: ClaimReason;
      readonly text: string;
    }
  | { readonly daysAgo: number; readonly does: 'contest'; readonly text: string }
  /** Any other deed of one of the two. */
  | { readonly daysAgo: number; readonly does: SeededDeed };

type SeededDeed = (
  people: { readonly sender: Actor; readonly recipient: Actor },
  letter: Order,
) => Promise<unknown>;

/** A paid message that was sent `daysAgo` days before the present, and the events that followed. */
export type SeededConversation = {
  readonly from: string;
  readonly to: string;
  readonly daysAgo: number;
  readonly subject: string;
  readonly text: string;
  /** The pictures and PDFs of the message. */
  readonly files?: readonly SeededFile[];
  /** The wallet that pays, and is kept; absent for a card. */
  readonly wallet?: Wallet;
  readonly turns: readonly ConversationTurn[];
};

/** The conversations of the demo data. Paragraphs of a text are separated by an empty line. */
export const CONVERSATIONS: readonly SeededConversation[] = [
  {
    from: 'ben.okafor',
    to: 'elise.laurent',
    daysAgo: 19.4,
    subject: 'She sleeps only on my chest',
    text: `Our daughter is nine weeks old and sleeps on me, or not at all. The moment her back touches the crib she is awake. My wife takes the nights until two, I take the rest, and on Thursday I fell asleep with her on the sofa.

That frightened me. What is the first thing we should change?`,
    turns: [],
  },
  {
    from: 'clara.jung',
    to: 'daniel.reyes',
    daysAgo: 18.2,
    subject: 'A guitar from the flood',
    text: `My grandfather's classical guitar stood in eight inches of water for a day. The back has come loose along one side and the label has dissolved. It is not a valuable one, but it is the only thing of his that I have. Is there any point in a repair?`,
    turns: [{ daysAgo: 16, does: 'read' }],
  },
  {
    from: 'sam.whitaker',
    to: 'ana.markovic',
    daysAgo: 15.6,
    subject: 'A quick profit for both of us',
    text: `Dear Madam, you have been chosen as our trusted partner. I represent an office that passes work permits within three days for a fee, and we pay 30 percent for each client that you send. Reply with your bank details to begin at once.`,
    turns: [{ daysAgo: 15.1, does: 'report', reason: 'SCAM_FRAUD' }],
  },
  {
    from: 'ben.okafor',
    to: 'kwame.boateng',
    daysAgo: 13.3,
    subject: 'For Kwame from the Tuesday choir',
    text: `Hello Kwame, it is Ben, second row, the one with the cold. Marian said I could find you here. Could you bring the spare key to the church hall on Tuesday, and the folder with the Advent songs? I would rather not climb in through the window again.`,
    turns: [{ daysAgo: 12.9, does: 'report', reason: 'NOT_ME' }],
  },
  {
    from: 'sam.whitaker',
    to: 'sofia.lindqvist',
    daysAgo: 12.5,
    subject: 'Every leaf turns yellow',
    text: `I was given a fiddle-leaf fig when my mother moved to the home. It stands three feet from a north window and I water it each Sunday. Since August the lowest leaves turn yellow and fall, one a week. I cannot lose this plant. What am I doing wrong?`,
    turns: [
      { daysAgo: 12.1, does: 'read' },
      {
        daysAgo: 11.7,
        does: 'answer',
        written: { declaration: 'SELF', typed: 548, pasted: 0, minutes: 9 },
        closes: true,
        text: `Dear Sam,

You are doing it too often, that is all. Three feet from a north window it drinks perhaps half of what you pour, and the lowest leaves pay for it.

Let the soil dry until a finger goes in to the second knuckle and comes out clean. That may take two weeks, and it will feel unkind. Turn the pot a quarter each time. If you can, move it to where you could read a newspaper at noon without a lamp.

It will drop two or three more leaves, because it decided on those weeks ago. Then it will stop.`,
      },
      { daysAgo: 11.2, does: 'senderReads' },
      { daysAgo: 1.9, does: 'asksToPublish' },
      { daysAgo: 1.6, does: ({ sender }, letter) => sender.agreesToPublicAnswer(letter) },
    ],
  },
  {
    from: 'sam.whitaker',
    to: 'ana.markovic',
    daysAgo: 11.4,
    subject: 'Student permit, second try',
    text: `My student permit was refused because the proof of funds was "not current". The bank letter was eleven days old when I handed it in. The new term begins in seven weeks. Do I appeal, or do I apply again with a fresh letter?`,
    turns: [
      { daysAgo: 11, does: 'read' },
      {
        daysAgo: 8.2,
        does: 'answer',
        written: { declaration: 'SELF', typed: 531, pasted: 62, minutes: 14 },
        closes: true,
        text: `Dear Sam,

Apply again, today if you can, and do not appeal. An appeal is decided in ten to fourteen weeks; a new application with complete papers in three to five. You do not need to be right, you need to be there in seven weeks.

Ask the bank for a letter that names your balance on two dates, thirty days apart, and is signed on the day you hand it in. Add the refusal and one sentence: "The reason for refusal of 2 November is met by the enclosed." Nothing else.

Keep the receipt with the date on it. If week five passes in silence, it is what you will need.`,
      },
      { daysAgo: 7.9, does: 'senderReads' },
      { daysAgo: 7.8, does: 'thank', text: 'You wrote what three offices would not say.' },
      { daysAgo: 7.2, does: 'asksToPublish' },
      { daysAgo: 6.9, does: ({ sender }, letter) => sender.agreesToPublicAnswer(letter) },
    ],
  },
  {
    from: 'clara.jung',
    to: 'grace.mbeki',
    daysAgo: 10.6,
    subject: 'What do I say at the funeral?',
    text: `My father is buried on Saturday and I am the one who speaks. We had not talked for four years and began again in spring. He repaired clocks, he never once said sorry, and he kept every drawing I made. I do not want to lie and I do not want to settle accounts.`,
    turns: [
      { daysAgo: 10.4, does: 'read' },
      {
        daysAgo: 9.8,
        does: 'answer',
        text: `Dear Clara,

You have written it already. Three true things: he repaired clocks, he never said sorry, he kept every drawing. Say them in that order and stop after each.

You need not explain the four years. Say: "There was a time when we did not speak. In spring we began again. I am glad of that spring." Everyone in the room who has a father will understand, and no one will ask.

End with the drawings. Bring one, if you can, and hold it while you speak; hands need something. Two minutes are enough. Read it slowly, from paper, in letters large enough for wet eyes.`,
      },
      { daysAgo: 9.6, does: 'senderReads' },
      {
        daysAgo: 6.5,
        does: 'senderWrites',
        text: 'I held the drawing of the station clock. It went well. Thank you for the two minutes.',
      },
      {
        daysAgo: 6.2,
        does: 'recipientWrites',
        text: 'I am glad. Keep that page, you will want it in a year.',
      },
      { daysAgo: 5.9, does: ({ recipient }, letter) => recipient.closes(letter) },
      { daysAgo: 1.7, does: 'asksToPublish' },
      { daysAgo: 1.4, does: ({ sender }, letter) => sender.agreesToPublicAnswer(letter) },
      { daysAgo: 0.9, does: ({ sender }, letter) => sender.withdrawsPublicAnswer(letter) },
    ],
  },
  {
    from: 'ben.okafor',
    to: 'tom.weller',
    daysAgo: 9.7,
    subject: 'My starter smells of nail polish',
    text: `Three weeks old, rye, fed each evening with equal parts. It doubled until Sunday; now it hardly moves and smells like nail polish remover. My mother-in-law comes on Saturday and I have promised bread. Throw it out, or is there something to save?`,
    turns: [
      { daysAgo: 9.4, does: 'read' },
      {
        daysAgo: 8.9,
        does: 'answer',
        spoken: 'starter',
        written: { declaration: 'SELF', typed: 512, pasted: 0, minutes: 6 },
        closes: true,
        text: `Ben, don't throw it out. That smell is hunger. It ate everything hours before you came with the next meal, and turned to the furniture.

Take one spoon of it, five spoons of rye, five of water as warm as a bath. Morning and evening, for two days, away from the radiator. By Friday noon it should double in five hours; if it does, use it Friday night and bake Saturday at seven.

If it only gets to half: put in a pinch of ordinary yeast and tell no one. She'll eat two slices either way.`,
      },
      { daysAgo: 8.7, does: 'senderReads' },
      { daysAgo: 6.2, does: 'thank', text: 'It smells of apples.', mayShow: 'NAME', isShown: true },
    ],
  },
  {
    from: 'priya.nair',
    to: 'sofia.lindqvist',
    daysAgo: 9.2,
    subject: 'A balcony that faces the wind',
    text: `Sixth floor, facing west, and the wind takes everything that is taller than my hand. I have eleven pots of plants that I was given and love. Which of them do I give up, and what do I put where, so that something is green in winter too?`,
    turns: [
      { daysAgo: 8.9, does: 'read' },
      {
        daysAgo: 8.5,
        does: 'answer',
        written: { declaration: 'SELF', typed: 566, pasted: 0, minutes: 11 },
        closes: true,
        text: `Dear Priya,

Give up none of them yet. Stand the pots in two rows, the heavy ones toward the rail, and tie the tallest to the wall with soft string. Wind dries more than sun, so water in the morning and twice on stormy days.

For winter: ivy, a dwarf pine and hellebores. They like what you call bad weather. Put them in the corner by the door, where the wall gives back the warmth of the day. In March, turn the rows around; what stood behind has rested and comes first.`,
      },
      { daysAgo: 8.3, does: 'senderReads' },
      { daysAgo: 1.8, does: 'asksToPublish' },
      { daysAgo: 1.5, does: ({ sender }, letter) => sender.agreesToPublicAnswer(letter) },
    ],
  },
  {
    from: 'sam.whitaker',
    to: 'ana.markovic',
    daysAgo: 6.6,
    subject: 'Is this office real?',
    text: `A website called Permit Express Direct asks 480 dollars for an "appointment guarantee". They know my file number, which worries me more than the price. Is this office real, and how would they know my number? I have not paid anything yet.`,
    turns: [{ daysAgo: 6.1, does: 'report', reason: 'IGNORE' }],
  },
  {
    from: 'clara.jung',
    to: 'ana.markovic',
    daysAgo: 9.25,
    subject: 'May my sister work while she waits?',
    text: `My sister's renewal has been "in process" since August. Her card ran out last week and her employer wants a paper by the end of the month that says she may go on working. The hotline says yes, the letter says nothing. What can she show them?`,
    turns: [{ daysAgo: 8.4, does: 'read' }],
  },
  {
    from: 'ben.okafor',
    to: 'mina.sato',
    daysAgo: 8.4,
    subject: 'My knee stops me at mile eighteen',
    text: `First marathon in five weeks. Up to mile seventeen all is well, then the outside of my left knee says no, three long runs in a row. No swelling, gone by Tuesday. I sleep five hours because of the baby. Do I rest, change the plan, or give up the place?`,
    turns: [],
  },
  {
    from: 'ana.markovic',
    to: 'lucia.prado',
    daysAgo: 7.3,
    subject: 'May they raise the rent twice a year?',
    text: `For once I am the client. My office lease has an index clause and, three pages on, a "market adjustment" in the landlord's discretion. In March they used the first, now they announce the second. Do the two stand side by side, or does one exclude the other? Both notices and the two sections are below.`,
    files: [
      { file: 'notice-march.jpg', name: 'Notice of March.jpg' },
      { file: 'notice-november.jpg', name: 'Notice of November.jpg' },
      { file: 'lease.pdf', name: 'Lease, sections 4 and 11.pdf' },
    ],
    turns: [{ daysAgo: 5.5, does: 'read' }],
  },
  {
    from: 'ben.okafor',
    to: 'ana.markovic',
    daysAgo: 6.3,
    subject: 'Refused at the counter, what now?',
    text: `I applied in March with all papers that the site lists. On Friday the clerk said that one is missing and would not say which. She gave me my folder back and no receipt. My present permit ends on the 30th of next month. What should I do now?`,
    turns: [
      { daysAgo: 5.9, does: 'read' },
      {
        daysAgo: 4.4,
        does: 'answer',
        written: { declaration: 'SELF', typed: 604, pasted: 80, minutes: 12 },
        text: `Dear Ben,

The paper she meant is the certified copy of the lease, and you are right: the list does not name it. It stands in the annex, which most people never open.

Do not file again. Write to the same office within 28 days, name the file number and hand in the copy. Ask for a receipt with a stamp, and do not leave the counter without it; that stamp is what lets you stay past the 30th while they decide.

If they refuse the receipt, send the same by registered mail that afternoon. The slip from the post office counts as one.`,
      },
      { daysAgo: 4.2, does: 'senderReads' },
      {
        daysAgo: 3.1,
        does: 'senderWrites',
        text: 'I have the stamp. The same clerk, and she was friendly this time. Does the copy need an apostille as well?',
      },
      {
        daysAgo: 2.8,
        does: 'recipientWrites',
        text: 'No, only papers from abroad do. You are done until they write to you. Put the receipt with your passport.',
      },
      { daysAgo: 0.4, does: 'asksToPublish' },
    ],
  },
  {
    from: 'priya.nair',
    to: 'lucia.prado',
    daysAgo: 5.2,
    subject: 'A band agreement on a napkin',
    text: `Four of us, one song that is suddenly everywhere. Two wrote it, all four recorded it, and what we agreed on is written on a napkin: "equal, always". A label has sent a form with one line for "the author". What do we write there before someone gets hurt?`,
    turns: [],
  },
  {
    from: 'ben.okafor',
    to: 'lucia.prado',
    daysAgo: 5.1,
    subject: 'The clause that takes my recordings',
    text: `A festival wants me to mix their live stream. Clause 9 says that "all materials created or stored on equipment used" belong to them. I use my own recorder with eight years of field recordings on it. Am I reading this right, and can I still sign it?`,
    turns: [
      { daysAgo: 4.6, does: 'read' },
      {
        daysAgo: 2.4,
        does: 'answer',
        written: { declaration: 'SOFTWARE', typed: 214, pasted: 438, minutes: 5 },
        signed: true,
        text: `Dear Ben,

You read it right, and I doubt that they meant it. "Stored on equipment used" would take your eight years along with their one weekend. A court might cut it down; do not be the one who finds out.

Strike "or stored" and write instead: "all recordings of the Event made by the Engineer under this Agreement". Add one line: "Pre-existing recordings remain the property of the Engineer."

Send it back with a friendly note and no explanation. In nineteen of twenty cases it comes back signed the same day. And before the festival, take the old card out of the recorder. That is not law, that is Tuesday.`,
      },
    ],
  },
  {
    from: 'ben.okafor',
    to: 'ana.markovic',
    daysAgo: 18.9,
    subject: 'Taxes of a sound engineer',
    text: `I work at festivals in three countries and each of them keeps a part of my fee for its own tax office. My bookkeeper says that I can get most of it back, and that she does not know how. Is there one form for all of them, or do I write to each?`,
    turns: [
      { daysAgo: 18.7, does: 'read' },
      {
        daysAgo: 18.4,
        does: ({ recipient }, letter) =>
          recipient.declines(letter, {
            note: 'Thank you for asking, Ben. I know permits, not taxes, and would only guess. Someone who does the taxes of musicians will know the form by heart.',
          }),
      },
    ],
  },
  {
    from: 'ben.okafor',
    to: 'ravi.menon',
    daysAgo: 4.1,
    subject: 'Two cards and a car, which first?',
    text: `Two credit cards, one at 19 and one at 24 percent, and a car loan at 6. Together a little over fourteen thousand. With the baby we have about 450 a month that is not spoken for. Which do I pay first, and do I stop the savings plan until then?`,
    turns: [{ daysAgo: 3.9, does: ({ sender }, letter) => sender.cancels(letter) }],
  },
  {
    from: 'priya.nair',
    to: 'ravi.menon',
    daysAgo: 3.6,
    subject: 'A pension that stayed in India',
    text: `I worked in Pune for six years and left a pension fund there when I moved. My old employer says that I can take it out now or leave it until I am 58. I would need about a third of it for a flat here. What do I lose if I take all of it out this year?`,
    turns: [
      { daysAgo: 3.3, does: 'read' },
      {
        daysAgo: 2.2,
        does: 'answer',
        written: { declaration: 'SELF', typed: 231, pasted: 0, minutes: 4 },
        text: `Dear Priya,

Leave it where it is unless you have no other money for the apartment. Whoever takes a pension out early pays tax on it, and loses the years in which it would have grown. Ask the fund for a statement before you decide.`,
      },
      { daysAgo: 2.1, does: 'senderReads' },
      {
        daysAgo: 1.8,
        does: 'claim',
        reason: 'NOT_ADDRESSED',
        text: 'I asked what I lose if I take all of it out this year. The answer says that there is tax, and not how much of it or under which rule.',
      },
      {
        daysAgo: 1.2,
        does: 'contest',
        text: 'The question was whether to take it out, and I said not to and why. The exact tax depends on the statement of the fund, which I asked for.',
      },
    ],
  },
  {
    from: 'ana.markovic',
    to: 'tom.weller',
    daysAgo: 3.2,
    subject: 'Bread for forty wedding guests',
    text: `My brother marries in June and I have said, after wine, that I would bake. Forty guests, one household oven, and the party is two hours from my kitchen. Which bread keeps, how many loaves do I need, and when do I begin so that I can also dance?`,
    turns: [
      { daysAgo: 2.7, does: 'read' },
      {
        daysAgo: 1.2,
        does: 'answer',
        written: { declaration: 'TEAM', typed: 455, pasted: 0, minutes: 7 },
        picture: {
          file: 'loaves.jpg',
          name: 'Eight loaves.jpg',
          position: 1,
          caption: 'Eight loaves for forty people, on the linen they travel in',
        },
        text: `Ana, you'll dance. Make a plain half-rye country loaf, a kilo and a half each. Eight of them feed forty people who also eat other things.

Bake two a night from Tuesday to Friday. Rye wants a day's rest anyway, so Tuesday's will be the best of them. Wrap in linen, never plastic, and cut on the spot.

Do one full rehearsal in May, two loaves, with the timer and the swearing. And take a bread knife along. No one ever has one.`,
      },
    ],
  },
  {
    from: 'sam.whitaker',
    to: 'ana.markovic',
    daysAgo: 2.6,
    subject: 'Which fee do I pay first?',
    text: `The new application has two fees on the form, one "for filing" and one "for biometrics", and two different sites to pay them on. The second site only opens once the first has a receipt number, and my bank takes three days. Which do I pay first, and what do I do if the number comes after the deadline?`,
    turns: [
      { daysAgo: 2.3, does: 'read' },
      {
        daysAgo: 1.4,
        does: 'answer',
        written: { declaration: 'SELF', typed: 287, pasted: 0, minutes: 5 },
        text: `Dear Sam,

Pay the filing fee first, by card and not by transfer: a card payment has its receipt number on the same screen, so you don't need your bank's three days. The second site then opens at once. Keep both receipts as pictures, because neither site shows them a second time.`,
      },
      { daysAgo: 1.1, does: 'senderReads' },
      {
        daysAgo: 0.26,
        does: 'claim',
        reason: 'NOT_ADDRESSED',
        text: 'I asked two things. What I do if the number comes after the deadline is not in the answer, and that was the part I was afraid of.',
      },
    ],
  },
  {
    from: 'ben.okafor',
    to: 'j.haddad',
    daysAgo: 2.2,
    subject: 'Which camera for the first year?',
    text: `We have phones, and the pictures look like everyone's. I would like something small that is quick in bad light and that my mother can use when she holds the baby. Six hundred at most, second hand is fine. Which one, and which lens, if I may only have one?`,
    turns: [],
  },
  {
    from: 'ben.okafor',
    to: 'grace.mbeki',
    daysAgo: 1.4,
    subject: 'Four minutes about my grandfather',
    text: `He was a bus driver in Lagos and then in Leeds, he whistled in the kitchen, and he never once arrived late. I have four minutes on Friday week and everything I write sounds like a card from a shop. Where do I begin?`,
    turns: [
      { daysAgo: 1.1, does: 'read' },
      {
        daysAgo: 0.9,
        does: 'asks',
        text: 'Those are three true things, Ben, thank you. Who will sit in the room: mostly family, or also the people from the bus?',
      },
    ],
  },
  {
    from: 'priya.nair',
    to: 'ana.markovic',
    daysAgo: 0.7,
    subject: 'A letter that I have not opened',
    wallet: 'apple_pay',
    text: `It came on Monday from the immigration office, with the yellow stripe. My last one with a stripe was the refusal. I have put it behind the bread box. My appointment is in nine days. Can you tell me what a yellow stripe means before I open it?`,
    turns: [],
  },
  // Theo may be in danger: the case of the desk that is decided with care.
  {
    from: 'theo.lindgren',
    to: 'tom.weller',
    daysAgo: 8.4,
    subject: 'Bread from what is in the house',
    wallet: 'link',
    text: `There is flour, salt, half a packet of yeast and not much else until the first. How do I make something that keeps for four days and that a child eats without butter?`,
    turns: [
      { daysAgo: 8.1, does: 'read' },
      {
        daysAgo: 7.9,
        does: 'answer',
        written: { declaration: 'SELF', typed: 214, pasted: 0, minutes: 6 },
        text: `Make it wet and leave it overnight: 500 grams of flour, 400 of water, ten of salt and a pinch of your yeast. Bake it in a pot with a lid. It keeps for five days, and a child eats it toasted on the third, because then it tastes sweet.`,
      },
      { daysAgo: 7.6, does: 'senderReads' },
    ],
  },
  {
    from: 'theo.lindgren',
    to: 'ravi.menon',
    daysAgo: 0.027,
    subject: 'I do not see a way',
    text: `I have added it up three times and it is more than I will ever earn. My family does not know. I keep thinking that they would be better off without me. Is there a way out that I do not see?`,
    turns: [
      {
        daysAgo: 0.018,
        does: 'report',
        reason: 'SUICIDE_SELFINJURY',
        text: 'Please look after him. I would answer him for free, but he needs more than me.',
      },
    ],
  },
];
