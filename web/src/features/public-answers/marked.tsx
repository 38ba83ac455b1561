import { Fragment, type ReactNode } from 'react';
import { fold, SEARCH_FROM } from '#shared/rules/search/search.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** A text in which the words that a search found are marked. */
export function marked(text: string, searched: string): ReactNode {
  const wanted = [...fold(searched).matchAll(WORD)].map(([word]) => word);
  const isFound = (word: string) =>
    wanted.some((one) =>
      Array.from(one).length >= SEARCH_FROM ? fold(word).startsWith(one) : fold(word) === one,
    );
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isFound(word)) continue;
    parts.push(text.slice(from, index), <mark key={index}>{word}</mark>);
    from = index + word.length;
  }
  return <Fragment>{[...parts, text.slice(from)]}</Fragment>;
}
