import { cardBrandName } from '#shared/card-brands.ts';
import { firstName } from '#shared/first-name.ts';
import type { ReadersDates } from '#shared/messages/dates.ts';
import { plural } from '#shared/messages/plural.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { type NamedPaymentMethod, paymentMethodName } from '#shared/payment-method-names.ts';
import type { Conversation, Side } from '#shared/rules/conversations/conversations.ts';
import type { MessageKind } from '#shared/rules/conversations/message-kinds.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { declarationWords } from '#shared/rules/conversations/written-by.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { DAY, type Instant, later } from '#shared/time.ts';
import { type Message, messageOf, messagesOf } from '../../storage/conversations/messages.ts';
import type { TableReader } from '../../storage/table.ts';
import type { Block, Fact, LetterPart, Postmark } from './content.ts';

/* The parts of emails about a letter and its answer: length, author, first lines and the card that paid. */

/** The person to whom an email goes, as far as its words depend on them. */
export type EmailReader = {
  readonly dates: ReadersDates;
  readonly now: Instant;
  /** Whether they turned on "Show the first lines in emails". */
  readonly showsFirstLines: boolean;
  /** Whether they get receipts by email. */
  readonly getsReceipts: boolean;
};

/** The newest message of a kind; undefined if it is not among the newest of the conversation. */
export async function newestOfKind(
  table: TableReader,
  { id }: Conversation,
  kind: MessageKind,
): Promise<Message | undefined> {
  const { messages } = await messagesOf(table, id, { limit: 10 });
  return messages.find((one) => one.kind === kind);
}

/** The letter of a conversation. */
export const letterOf = (
  table: TableReader,
  { id, questionId }: Conversation,
): Promise<Message | undefined> => messageOf(table, id, questionId);

/** `412 words · Written by Ana`. `author`: their first name. */
function factsAbout({ body, written }: Message, author: string): string {
  const length = plural(wordsIn(plainText(body)), { one: '1 word', other: '# words' });
  const declaration = written?.declaration;
  return declaration ? `${length} · ${declarationWords(author, declaration)}` : length;
}

/**
 * A letter or an answer on its paper: who wrote it, how long it is, and its first lines if the reader wants them in emails. `message`:
 * undefined if it is not found.
 */
export const letterBlock = (
  message: Message | undefined,
  { name, line, postmark }: Pick<LetterPart, 'name' | 'line' | 'postmark'>,
  { showsFirstLines }: EmailReader,
): Extract<Block, { readonly kind: 'letter' }> => ({
  kind: 'letter',
  name,
  line,
  ...(postmark && { postmark }),
  ...(message && { facts: factsAbout(message, firstName(name)) }),
  ...(message && showsFirstLines && { firstLines: firstLinesOf(message) }),
});

/** The rows that tell the reader which letter an email is about. */
export const letterFacts = (c: Conversation, side: Side): Fact[] => [
  { label: side === 'sender' ? 'Your letter' : 'The letter', value: c.subject },
  side === 'sender'
    ? { label: 'To', value: c.recipient.fullName }
    : { label: 'From', value: c.sender.fullName },
  ...(c.price === ZERO ? [] : [{ label: 'Price', value: formatMoney(c.price) }]),
];

/** The number of words, also in scripts that do not separate them by spaces. */
function wordsIn(text: string): number {
  const segments = new Intl.Segmenter('und', { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
}

/** The length of the first lines in an email, and of those in its preview. */
const [FIRST_LINES_MAX, PREVIEW_MAX] = [220, 110];
/** A first paragraph up to this length that ends with a comma is a greeting. */
const GREETING_MAX = 40;

/** The first lines of a text: its greeting on a line of its own, and the beginning of what follows. */
function firstLinesOf({ body }: Message): string {
  const { greeting, rest } = partsOf(body);
  const lines = truncateAtWord(rest, FIRST_LINES_MAX);
  return greeting ? `${greeting}\n${lines}` : lines;
}

/** The beginning of a text without its greeting, in quotes. */
export const quotedPreview = ({ body }: Message): string =>
  `“${truncateAtWord(partsOf(body).rest, PREVIEW_MAX)}”`;

function partsOf(html: string): { readonly greeting: string | undefined; readonly rest: string } {
  const [first = '', ...others] = html
    .split(/<\/p>|<br\s*\/?>/i)
    .map(plainText)
    .filter((line) => line !== '');
  const isGreeting = first.length <= GREETING_MAX && first.endsWith(',') && others.length > 0;
  return isGreeting
    ? { greeting: first, rest: others.join(' ') }
    : { greeting: undefined, rest: [first, ...others].join(' ') };
}

/** `your Visa ending in 4242`, `Apple Pay, Visa 4242`, or `your card` if none is known. */
export function cardWords(card: NamedPaymentMethod | undefined): string {
  if (!card) return 'your card';
  return card.wallet
    ? paymentMethodName(card)
    : `your ${cardBrandName(card.brand)} ending in ${card.lastFour}`;
}

/** What paid, in words. */
export const cardOf = ({ payment }: Conversation): string => cardWords(payment.paidWith);

export const postmarkOf = (
  words: string,
  at: Instant,
  { dates }: EmailReader,
  tone: Postmark['tone'] = 'red',
): Postmark => ({ words, ...dates.postmark(at), tone });

/** The last day on which a bank shows a refund: ten days after it. */
export const shownBy = (at: Instant, { dates }: EmailReader): string =>
  dates.day(later(at, REFUND_TIME_MAX));

const REFUND_TIME_MAX = 10 * DAY;

/** The first names of the two sides. */
export const namesOf = ({ sender, recipient }: Conversation) => ({
  senderName: firstName(sender.fullName),
  recipientName: firstName(recipient.fullName),
});

export const quoted = (subject: string): string => `“${subject}”`;

/** The limit of a preview: mailboxes show less. */
const PREVIEW_LIMIT = 140;

/** A preview that begins with the subject of the letter, cut at a word. */
export const previewAbout = ({ subject }: Conversation, words: string): string =>
  truncateAtWord(`${quoted(subject)} ${words}`, PREVIEW_LIMIT);
