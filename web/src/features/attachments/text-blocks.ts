import { cleanFragment } from '#web/ui/clean-fragment.ts';

/** The text of each paragraph and list of a text: between two of them a picture can stand. */
export const blocksOf = (html: string): string[] =>
  [...cleanFragment(html).children].map((block) => block.textContent?.trim() ?? '');
