import { plainText } from '#shared/rules/conversations/messages.ts';

const LINK = /<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis;
const LINE_END = /<br\b[^>]*>|<\/(?:p|li|blockquote)>/i;

/**
 * Converts the HTML of a message to lines for a terminal. Links show their target, because their text may differ from it.
 * Control characters, which could move the cursor or change colors, are removed.
 */
export const messageLines = (html: string): string[] =>
  html
    .replace(LINK, '$2 [links to $1]')
    .split(LINE_END)
    .map((line) => plainText(line.replace(/\p{Cc}+/gu, ' ')))
    .filter((line) => line !== '');
