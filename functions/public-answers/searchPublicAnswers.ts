import { PAGE_SIZE } from '#shared/api/paging.ts';
import { searchPublicAnswers } from '#shared/api/public-answers.ts';
import { isHidden } from '#shared/rules/profiles/listing.ts';
import { isFoundBy, searchedWords, wordsOf } from '#shared/rules/public-answers/search-words.ts';
import { excerptOf } from '#shared/rules/search/excerpts.ts';
import { serve } from '../serve.ts';
import { isPublic, usersById } from '../storage/accounts/users.ts';
import { answersWithWord, shownTextsOf } from '../storage/public-answers/answer-words.ts';
import { copiesById, type PublicCopy, shownOf } from '../storage/public-answers/public-answers.ts';
import { rowOf } from './public-views.ts';

/** The most answers that are read for one search. */
const READ_MAX = 60;

/**
 * Returns the public answers that have all words of a search, those with a word in the title first, then the newest. Those of creators who
 * do not want to be found are left out. docs/product/public-answers.md#in-search
 */
export const handler = serve(searchPublicAnswers, async ({ searchText }, { table, now }) => {
  const words = searchedWords(searchText);
  const longest = [...words].sort((one, other) => other.length - one.length)[0];
  if (!longest) return { data: [] };
  const hits = [...new Set(await answersWithWord(table, longest))].slice(0, READ_MAX);
  const found = (await copiesById(table, hits)).filter((copy) => hasAll(shownTextsOf(copy), words));
  const shown = await shownOf(table, found);
  const ids = [...new Set(shown.map(({ creatorId }) => creatorId))];
  const users = await usersById(table, ids, now);
  const creators = new Map(users.map((user, nth) => [ids[nth], user]));
  const ranked = shown
    .map((copy) => ({ copy, inTitle: hasAny(shownTextsOf(copy)[0] ?? '', words) }))
    .sort(
      (one, other) =>
        Number(other.inTitle) - Number(one.inTitle) || other.copy.answeredAt - one.copy.answeredAt,
    );
  const data = ranked.flatMap(({ copy }) => {
    const creator = creators.get(copy.creatorId);
    if (!creator || !isPublic(creator) || isHidden(creator)) return [];
    const { username, fullName, avatarUrl = null } = creator;
    return [{ ...foundRow(copy, words), username, fullName, profileImageUrl: avatarUrl }];
  });
  return { data: data.slice(0, PAGE_SIZE) };
});

const hasAll = (texts: readonly string[], words: readonly string[]): boolean => {
  const inTexts = wordsOf(texts);
  return words.every((searched) => inTexts.some((word) => isFoundBy(word, searched)));
};

const hasAny = (text: string, words: readonly string[]): boolean =>
  wordsOf([text]).some((word) => words.some((searched) => isFoundBy(word, searched)));

/** The row of a found answer: with the sentence in which a word is, if the first lines have none. */
function foundRow(copy: PublicCopy, words: readonly string[]) {
  const row = rowOf(copy);
  if (hasAny(row.excerpt, words)) return row;
  const [, question = '', answer = ''] = shownTextsOf(copy);
  const found = [answer, question].flatMap((text) =>
    words.map((word) => excerptOf(text.replaceAll('\n', ' '), word)),
  );
  const sentence = found.find((one) => one !== undefined);
  if (!sentence) return row;
  return { ...row, excerpt: `${sentence.before}${sentence.found}${sentence.after}` };
}
