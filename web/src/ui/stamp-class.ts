/** The class for announcements in capitals (`NO MESSAGES AT THIS TIME`), which are set like the words on a stamp. */
export function stampClass(words: string): string | undefined {
  return words === words.toUpperCase() ? 'stamped' : undefined;
}
