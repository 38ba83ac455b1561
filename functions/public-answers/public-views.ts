import type { Output } from '#shared/api/operation.ts';
import type { viewPublicAnswerPage, viewPublicAnswers } from '#shared/api/public-answers.ts';
import { invalidInput } from '#shared/refusals.ts';
import {
  HIDDEN,
  PARTS,
  type Part,
  type Piece,
  paragraphsOf,
  piecesOf,
  shownText,
} from '#shared/rules/public-answers/texts.ts';
import { truncateAtWord } from '#shared/rules/text.ts';
import { dayOf, type Instant, monthOf } from '#shared/time.ts';
import type { User } from '../storage/accounts/users.ts';
import { type Key, publicAnswerIn } from '../storage/keys.ts';
import { countItems } from '../storage/list-position.ts';
import {
  copiesById,
  editsIn,
  type PublicCopy,
  publicAnswersOf,
  shownOf,
} from '../storage/public-answers/public-answers.ts';
import type { QueryRequest, TableReader } from '../storage/table.ts';

/* Public answers as everybody sees them. docs/product/public-answers.md#the-page */

export type PublicAnswerView = Output<typeof viewPublicAnswerPage>['data'][number];
export type PublicAnswerRow = Output<typeof viewPublicAnswers>['data'][number];

/** The most characters of an answer in a list: about two lines. */
const EXCERPT_MAX = 160;

const shown = (copy: PublicCopy, part: Part): string => shownText(copy.texts, part, editsIn(copy));

/** The day of the answer, or in a sensitive field its month. */
const dateOf = (at: Instant, { sensitive }: PublicCopy): string =>
  sensitive ? monthOf(at) : dayOf(at);

/** The first lines of an answer, without its salutation. */
function excerptOf(copy: PublicCopy): string {
  const [first = '', ...rest] = shown(copy, 'answer').split('\n');
  const isSalutation = rest.length > 0 && first.length < 40 && /[,:،，!]$/.test(first);
  return truncateAtWord((isSalutation ? rest : [first, ...rest]).join(' '), EXCERPT_MAX);
}

/** A public answer in a list. */
export const rowOf = (copy: PublicCopy): PublicAnswerRow => ({
  id: copy.id,
  title: shown(copy, 'title'),
  excerpt: excerptOf(copy),
  date: dateOf(copy.answeredAt, copy),
});

/** A public answer with its texts, and three others of its creator. */
export async function pageOf(
  table: TableReader,
  copy: PublicCopy,
  { id, username, fullName, avatarUrl }: User,
): Promise<PublicAnswerView> {
  const [{ copies }, total] = await Promise.all([
    publicPage(table, id, { limit: 4 }),
    countItems(table, publicAnswersOf(id)),
  ]);
  const changes = PARTS.flatMap((part) => piecesOf(copy.texts, part, editsIn(copy)));
  const count = (wanted: (piece: Piece) => boolean) => changes.filter(wanted).length;
  const isHidden = ({ change }: Piece) => change === 'HIDDEN';
  return {
    id: copy.id,
    creatorId: id,
    username,
    fullName,
    profileImageUrl: avatarUrl ?? null,
    title: piecesOf(copy.texts, 'title', editsIn(copy)).map(publicPiece),
    question: paragraphs(copy, 'question'),
    answer: paragraphs(copy, 'answer'),
    date: dateOf(copy.answeredAt, copy),
    publishedOn: dateOf(copy.publishedAt ?? copy.answeredAt, copy),
    namesHidden: count((piece) => isHidden(piece) && isName(piece)),
    placesHidden: count((piece) => isHidden(piece) && !isName(piece)),
    placesReworded: count(({ change }) => change === 'REWORDED'),
    sensitive: copy.sensitive,
    more: copies
      .filter((other) => other.id !== copy.id)
      .slice(0, 3)
      .map(rowOf),
    total,
  };
}

const paragraphs = (copy: PublicCopy, part: Part) =>
  paragraphsOf(piecesOf(copy.texts, part, editsIn(copy))).map((paragraph) =>
    paragraph.map(publicPiece),
  );

const isName = ({ kind }: Piece) => kind === 'PARTICIPANT' || kind === 'NAME';

/** A piece without what the letter says in its place. */
const publicPiece = (piece: Piece) => ({
  text: piece.change === 'HIDDEN' ? HIDDEN : piece.text,
  ...(piece.change === 'HIDDEN' && {
    hidden: isName(piece) ? ('NAME' as const) : ('OTHER' as const),
  }),
});

/** A page of what a creator has public, without what a block or a deletion hides now. */
export async function publicPage(
  table: TableReader,
  creatorId: string,
  { limit, from }: { readonly limit: number; readonly from?: QueryRequest['from'] },
) {
  const page = await table.query<Key>({
    ...publicAnswersOf(creatorId),
    limit,
    ...(from && { from }),
  });
  const copies = await copiesById(table, page.items.map(publicAnswerIn));
  return { copies: await shownOf(table, copies), next: page.next };
}

/** A position in a list as a cursor, and back. Refuses with INVALID_INPUT what is no position in this list. */
export const cursorOf = (next: QueryRequest['from'] | undefined): { readonly cursor?: string } =>
  next ? { cursor: Buffer.from(JSON.stringify(next)).toString('base64url') } : {};

export function positionOf(
  cursor: string | undefined,
  index: 'gsi1' | 'gsi3',
  partition: string,
): QueryRequest['from'] {
  if (cursor === undefined) return undefined;
  const invalid = invalidInput({ cursor: 'This cursor isn’t valid' });
  try {
    const found = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const names = ['pk', 'sk', `${index}pk`, `${index}sk`];
    const isPosition =
      Object.keys(found).length === names.length &&
      names.every((name) => typeof found[name] === 'string') &&
      found[`${index}pk`] === partition;
    if (isPosition) return found;
  } catch {
    throw invalid;
  }
  throw invalid;
}
