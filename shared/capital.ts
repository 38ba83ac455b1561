/** Words as they begin a sentence: `your Visa` becomes `Your Visa`. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
