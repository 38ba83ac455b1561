import { plainText } from '../../../shared/rules/conversations/messages.ts';

const LINK = /<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis;
const LINE_END = /<br\b[^>]*>|<\/(?:p|li|blockquote)>/i;

/**
 * What somebody wrote, as lines for a terminal. A link says where it leads, because its words may say something else;
 * characters that move the cursor or colour what stands around are left out.
 */
export const writtenLines = (html: string): string[] =>
  html
    .replace(LINK, '$2 [leads to $1]')
    .split(LINE_END)
    .map((line) => plainText(line.replace(/\p{Cc}+/gu, ' ')))
    .filter((line) => line !== '');
