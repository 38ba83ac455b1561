import sanitizeHtml from 'sanitize-html';
import type * as z from 'zod';
import { invalidInput } from '../shared/refusals.ts';

/** What a message may be made of: the marks of the editor, and links that lead to the open web or to a mailbox. */
const MESSAGE: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    a: sanitizeHtml.simpleTransform('a', { rel: 'ugc nofollow noopener', target: '_blank' }),
  },
};

/** The message as it is kept: what the allow-list knows, with the text of everything else. */
export function sanitizeMessage(html: string): string {
  return sanitizeHtml(html, MESSAGE).trim();
}

/**
 * Sanitises a message and holds what is left against its rule: text that only a forbidden tag carried counts for
 * nothing. Throws INVALID_INPUT at `field`.
 */
export function cleanMessage(html: string, rule: z.ZodType<string>, field: string): string {
  const clean = sanitizeMessage(html);
  const checked = rule.safeParse(clean);
  if (checked.success) return clean;
  throw invalidInput({ [field]: checked.error.issues[0]?.message ?? 'Please enter a message' });
}
