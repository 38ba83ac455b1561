/** The class for announcements in capitals (`NO MESSAGES AT THIS TIME`), which are set like the words on a stamp. */
export function stampClass(words: string): string | undefined {
  return isInCapitals(words) ? 'stamped' : undefined;
}

/** The text of such an announcement as a sentence: some voices spell capitals. The class draws them. */
export function stampText(words: string): string {
  return isInCapitals(words) ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}

const isInCapitals = (words: string) => words === words.toUpperCase();
