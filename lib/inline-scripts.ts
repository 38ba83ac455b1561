import { readFileSync } from 'node:fs';

/** The scripts that are inline in the document: web/old-browser.js, web/head.js and web/outline.js. */
export const INLINE_SCRIPTS = ['old-browser', 'head', 'outline'] as const;

const COMMENT_AT_THE_TOP = /^\/\*.*?\*\/\n/s;
/** The spaces before a line, and lines that are a comment. */
const SPACES_AND_COMMENTS = /^\s*(\/\/.*\n)?/gm;

/**
 * Returns an inline script as it is in the document: without its comments, because every page comes with it before
 * anything is painted. lib/security-headers.ts allows exactly this text.
 */
export function inlineScript(name: string): string {
  const source = readFileSync(new URL(`../web/${name}.js`, import.meta.url), 'utf8');
  return source.replace(COMMENT_AT_THE_TOP, '').replace(SPACES_AND_COMMENTS, '');
}
