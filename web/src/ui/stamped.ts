/** What is announced in capitals (`NO MESSAGES AT THIS TIME`) is set like the words on a stamp: small, bold, spaced. */
export function stamped(words: string): string | undefined {
  return words === words.toUpperCase() ? 'stamped' : undefined;
}
