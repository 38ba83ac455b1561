import { indexedWords, isFoundBy, partitionOf } from '#shared/rules/public-answers/search-words.ts';
import { PARTS, shownText } from '#shared/rules/public-answers/texts.ts';
import { answerWordKey, answerWordPartition, entryText, entryUserId, type Key } from '../keys.ts';
import { put, remove, type TableReader, type TableWriter } from '../table.ts';
import { copyById, editsIn, type PublicCopy } from './public-answers.ts';

/*
 * The words by which public answers are found: an entry for each word, in the partition of its first four letters. An entry may outlive
 * its answer for a moment, so a search reads the answers that it finds. docs/product/public-answers.md#in-search
 */

/** The texts of an answer as they are shown. */
export const shownTextsOf = (copy: PublicCopy): string[] =>
  PARTS.map((part) => shownText(copy.texts, part, editsIn(copy)));

/** Writes the entries of a public answer, or removes those of one that is not public. Safe to repeat, and in any order of events. */
export async function indexAnswer(table: TableWriter, id: string): Promise<void> {
  const copy = await copyById(table, id);
  if (!copy) return;
  for (const word of indexedWords(shownTextsOf(copy))) {
    const key = answerWordKey(partitionOf(word), word, id);
    await table.write(copy.state === 'PUBLIC' ? put(key) : remove(key));
  }
}

/** The most entries that a search reads. */
const READ_MAX = 200;

/** The ids of the answers that a word finds, not checked yet. */
export async function answersWithWord(table: TableReader, word: string): Promise<string[]> {
  const { items } = await table.query<Key>({
    partition: answerWordPartition(partitionOf(word)),
    prefix: word,
    limit: READ_MAX,
  });
  return items.filter(({ sk }) => isFoundBy(entryText(sk), word)).map(({ sk }) => entryUserId(sk));
}
