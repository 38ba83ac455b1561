import { plainText } from '../conversations/messages.ts';
import { fold } from '../search/search.ts';

/* Search for messages in a chat. docs/product/chat.md#search */

/** The words of a search text, folded: without case and accents. None if the text has only accents. */
export const searchWordsOf = (searchText: string): readonly string[] => [
  ...new Set(
    fold(searchText)
      .split(' ')
      .filter((word) => word !== ''),
  ),
];

/** The part of a message that decides whether a search finds it. */
type Searchable = {
  /** HTML. */
  readonly content: string;
  readonly deletedAt?: unknown;
  readonly announcement?: unknown;
};

/** Whether the text of a message contains each of these folded words, anywhere and in any order. */
export function matchesSearch(
  { content, deletedAt, announcement }: Searchable,
  words: readonly string[],
): boolean {
  if (deletedAt !== undefined || announcement !== undefined || words.length === 0) return false;
  const text = fold(plainText(content));
  return words.every((word) => text.includes(word));
}
