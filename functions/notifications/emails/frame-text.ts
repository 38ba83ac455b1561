import { PRODUCT_NAME } from '#shared/brand.ts';
import {
  type Block,
  type EmailContent,
  type FrameOptions,
  inlinesOf,
  type Words,
} from './content.ts';
import { footerOf } from './footer.ts';

/* An email as plain text, for mail programs without HTML, screen readers and watches. */

/** Returns an email as plain text: its heading, its parts with blank lines between them, and its links in full. */
export function textOf(content: EmailContent, options: FrameOptions): string {
  const { heading, blocks, action, after = [] } = content;
  const { origin } = options;
  const say = (block: Block) => blockText(block, origin);
  const parts = [
    heading,
    ...blocks.map(say),
    ...(action ? [`${action.label}:\n${origin}${action.path}`] : []),
    ...after.map(say),
    footerText(content, options),
  ];
  return `${parts.join('\n\n')}\n`;
}

function footerText(content: EmailContent, options: FrameOptions): string {
  const { words, links } = footerOf(content, options);
  return [
    '-- ',
    words,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    `${PRODUCT_NAME}, ${options.origin}`,
  ].join('\n');
}

function blockText(block: Block, origin: string): string {
  switch (block.kind) {
    case 'text':
      return wordsText(block.words, origin);
    case 'heading':
    case 'amount':
      return block.words;
    case 'code':
      return block.digits;
    case 'due':
      return `${block.title}\n${wordsText(block.words, origin)}`;
    case 'letter':
      return [
        `${block.name}, ${block.line}`,
        ...(block.facts ? [block.facts] : []),
        ...(block.firstLines ? [quoted(block.firstLines)] : []),
      ].join('\n');
    case 'quote':
      return `${block.label}:\n${quoted(block.words)}\n${block.source}`;
    case 'steps':
      return block.steps.map(({ title, words }) => `* ${title}\n  ${words}`).join('\n');
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  }
}

const quoted = (words: string) =>
  words
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** The words with the address of each link in brackets. */
function wordsText(words: Words, origin: string): string {
  return inlinesOf(words)
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'strong' in part ? part.strong : `${part.link} (${origin}${part.path})`;
    })
    .join('');
}
