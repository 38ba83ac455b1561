import { conversationKey, messageKey, oddsKey, userKey } from '#functions/storage/keys.ts';
import type { Item } from '#functions/storage/table.ts';
import { cents } from '#shared/money.ts';
import type {
  Conversation,
  HistoryEvent,
  Person,
} from '#shared/rules/conversations/conversations.ts';
import type { MessageKind } from '#shared/rules/conversations/message-kinds.ts';
import type { Declaration } from '#shared/rules/conversations/written-by.ts';
import { DAY, fromIso, type Instant, later } from '#shared/time.ts';

/* People and letters of the samples. Their days are around Sat, Nov 28, 2026; the readers are in New York. */

export const ZONE = 'America/New_York';

/** A moment of the samples, in New York. */
export const at = (text: string): Instant => fromIso(`${text}:00.000-05:00`);

const person = (id: string, fullName: string): Person => ({
  id,
  fullName,
  username: fullName.toLowerCase().replace(' ', '.'),
  avatarUrl: null,
});

export const PEOPLE = {
  ana: person('ANA', 'Ana Marković'),
  ben: person('BEN', 'Ben Okafor'),
  noah: person('NOAH', 'Noah Bennett'),
  clara: person('CLARA', 'Clara Jung'),
  priya: person('PRIYA', 'Priya Nair'),
  ravi: person('RAVI', 'Ravi Menon'),
  support: { ...person('SUPPORT', 'ReplyPaid Support'), username: 'support' },
} as const;

type PersonName = keyof typeof PEOPLE;

const CARDS: Readonly<
  Partial<Record<PersonName, { readonly brand: string; readonly lastFour: string }>>
> = {
  ben: { brand: 'mastercard', lastFour: '4444' },
  noah: { brand: 'visa', lastFour: '4242' },
  clara: { brand: 'visa', lastFour: '1881' },
  priya: { brand: 'visa', lastFour: '0341' },
};

const userItem = (name: PersonName): Item => {
  const card = CARDS[name];
  return {
    ...userKey(PEOPLE[name].id),
    ...PEOPLE[name],
    verified: true,
    timeZone: ZONE,
    ...(card && { card: { id: `CARD-${name}`, ...card } }),
  };
};

/** Ana has answered 47 of 50 letters, usually in 20 hours. */
const ANAS_ODDS: Item = {
  ...oddsKey(PEOPLE.ana.id),
  outcomes: Object.fromEntries(
    Array.from({ length: 50 }, (_, nth) => [
      `BEFORE-${nth}`,
      { at: later(at('2026-11-27T09:00'), -nth * DAY), ...(nth % 16 !== 15 && { minutes: 1_190 }) },
    ]),
  ),
};

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('');

const TEXTS = {
  lease: `I stood at the counter for two hours and was sent away, because a paper was missing that is on no list. What do I bring next time?`,
  certified: `Dear Ben,
The paper she meant is the certified copy of the lease, and you are right: the list does not name it. It stands in the annex, which most people never open. Bring the original, two copies and the form of the landlord, and ask for the stamp before you pay.`,
  offers: `I have two offers that would both sponsor me. The small company files next week. The large one files in March and pays a third more. If the first one files, can I still change to the second before it starts?`,
  sister: `My sister waits for her own permit. May she work while she waits, if her employer stays the same?`,
  pension: `I paid into a pension in India for eleven years and live in Texas now. What do I lose if I take all of it out this year?`,
  advice: `Dear Priya, I would not take it out this year. Wait until your income is lower, and ask a local accountant who knows both countries.`,
  question: `Did they tell you which of the two counters it was? They ask for different papers.`,
  reply: `Thank you! It worked, and it took nine minutes.`,
  ticket: `My receipt shows my old name. How do I change it?`,
} as const;

/** A text of a sample letter, with its author, and when it was sent. */
type Said = {
  readonly by: PersonName;
  readonly kind: MessageKind;
  readonly text: keyof typeof TEXTS;
  readonly at: Instant;
  readonly declaration?: Declaration;
};

type LetterSpec = {
  readonly id: string;
  readonly from: PersonName;
  readonly to: PersonName;
  readonly subject: string;
  readonly text: keyof typeof TEXTS;
  readonly price: number;
  readonly paidAt: Instant;
  readonly said?: readonly Said[];
  readonly history?: readonly HistoryEvent[];
  readonly change?: Partial<Conversation>;
};

/** A conversation of the samples with its items in the table. */
export type SampleLetter = { readonly c: Conversation; readonly items: Item[] };

/** Makes a conversation that was paid, with what was said and what has changed since. */
export function sampleLetter(spec: LetterSpec): SampleLetter {
  const { id, from, to, subject, text, price, paidAt, said = [], history = [], change } = spec;
  const question: Said = { by: from, kind: 'QUESTION', text, at: paidAt };
  const all = [question, ...said];
  const last = all.at(-1) ?? question;
  const paidWith = CARDS[from];
  const c: Conversation = {
    id,
    kind: 'CONVERSATION',
    version: 1,
    status: 'PENDING',
    sender: PEOPLE[from],
    recipient: PEOPLE[to],
    subject,
    price: cents(price),
    feeTerms: { basisPoints: 500, fixed: cents(40) },
    money: { state: 'HELD', captureBefore: later(paidAt, 7 * DAY) },
    payment: {
      customerId: 'CUSTOMER',
      paymentMethodId: `CARD-${from}`,
      keepCard: true,
      ...(paidWith && { paidWith }),
    },
    month: '2026-11',
    createdAt: paidAt,
    paidAt,
    deadlineAt: later(paidAt, 10 * DAY),
    modifiedAt: last.at,
    questionId: '0',
    messageCount: all.length,
    lastMessageBy: PEOPLE[last.by].id,
    lastMessageAt: last.at,
    history: [{ event: 'PAID', at: paidAt, moneyState: 'HELD' }, ...history],
    ...change,
  };
  const messages = all.map(
    (one, nth): Item => ({
      ...messageKey(id, String(nth)),
      id: String(nth),
      kind: one.kind,
      conversationId: id,
      senderId: PEOPLE[one.by].id,
      body: paragraphs(TEXTS[one.text]),
      sentAt: one.at,
      ...(one.declaration && { written: { declaration: one.declaration } }),
    }),
  );
  return { c, items: [{ ...conversationKey(id), ...c }, ...messages] };
}

/** The items that every sample reads beside its letter. */
export const sharedItems: readonly Item[] = [
  ...(Object.keys(PEOPLE) as PersonName[]).map(userItem),
  ANAS_ODDS,
];
