import type { Output } from '#shared/api/operation.ts';
import { PAGE_SIZE } from '#shared/api/paging.ts';
import type { viewPublicAnswers } from '#shared/api/public-answers.ts';
import type { Instant } from '#shared/time.ts';
import { publicAnswersList } from '../storage/index-keys.ts';
import { countItems, positionAfter } from '../storage/list-position.ts';
import { publicAnswersOf } from '../storage/public-answers/public-answers.ts';
import type { TableReader } from '../storage/table.ts';
import { creatorOf } from './public-answer-of.ts';
import { cursorOf, positionOf, publicPage, rowOf } from './public-views.ts';

/** A page of the public answers of a creator; an empty one if there is no such creator. */
export async function publicAnswersPage(
  table: TableReader,
  username: string,
  {
    skip = 0,
    cursor,
  }: { readonly skip?: number | undefined; readonly cursor?: string | undefined },
  now: Instant,
): Promise<Output<typeof viewPublicAnswers>> {
  const creator = await creatorOf(table, username, now);
  if (!creator) return { pageTotal: 0, data: [] };
  const list = publicAnswersOf(creator.id);
  const from =
    positionOf(cursor, 'gsi1', publicAnswersList(creator.id)) ??
    (await positionAfter(table, list, skip));
  if (from === 'END') return { pageTotal: await countItems(table, list), data: [] };
  const page = await publicPage(table, creator.id, { limit: PAGE_SIZE, from });
  const isWhole = !page.next && from === undefined;
  return {
    pageTotal: isWhole ? page.copies.length : await countItems(table, list),
    data: page.copies.map(rowOf),
    ...cursorOf(page.next),
  };
}
