import sanitizeHtml from 'sanitize-html';
import type * as z from 'zod/mini';
import { invalidInput } from '#shared/refusals.ts';
import { chatCaption } from '#shared/rules/chat/chats.ts';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { isLinkTarget } from '#shared/rules/links/links.ts';
import { bioFault, bioLength } from '#shared/rules/profiles/bios.ts';
import { hasVisibleText } from '#shared/rules/text/readable-text.ts';
import { truncate, visible } from '#shared/rules/text.ts';

/** The allow-list for messages: the formats of the editor, and links to the open web. */
const MESSAGE: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // No style is allowed, so bundles have no parser for it.
  parseStyleAttributes: false,
  textFilter: visible,
  transformTags: {
    b: 'strong',
    i: 'em',
    del: 's',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: {
        ...(isLinkTarget(href) && { href }),
        rel: 'ugc nofollow noopener',
        target: '_blank',
      },
    }),
  },
};

/** Returns the message as it is stored: forbidden tags are removed, and of their text what hides or reverses it. */
export function sanitizeMessage(html: string): string {
  return sanitizeHtml(html, MESSAGE).trim();
}

/**
 * Sanitizes a message and checks the result against its rule, so that text that a forbidden tag held does not count.
 * Refuses with INVALID_INPUT at `field`.
 */
export function cleanMessage(html: string, rule: z.ZodMiniType<string>, field: string): string {
  const clean = sanitizeMessage(html);
  const checked = rule.safeParse(clean);
  if (checked.success) return clean;
  throw invalidInput({ [field]: checked.error.issues[0]?.message ?? 'Please enter a message' });
}

/** Sanitizes the caption of a picture; empty if it has no visible text. Refuses with INVALID_INPUT at the field messageText. */
export function cleanCaption(html: string): string {
  const clean = cleanMessage(html, chatCaption, 'messageText');
  return hasVisibleText(plainText(clean)) ? clean : '';
}

/** A stored picture of a bio. Its size keeps the page from moving while it loads. */
export type PlacedPicture = {
  readonly src: string;
  readonly width: number;
  readonly height: number;
};

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const NEW_PICTURE = /^data:image\/(png|jpe?g);base64,/i;

/**
 * Sanitizes a bio. Its pictures are replaced by `picture:<n>`, and `sources` holds the n-th picture: a PNG or JPEG data
 * URL, or an address for which `isOwn` is true. Any other picture is removed. Refuses with INVALID_INPUT at `userBio` if
 * the result is too long.
 */
export function cleanBio(
  html: string,
  isOwn: (src: string) => boolean,
): { readonly html: string; readonly sources: readonly string[] } {
  const sources: string[] = [];
  const clean = sanitizeHtml(html, {
    ...MESSAGE,
    allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'img'],
    allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
    allowedSchemesByTag: { img: ['picture'] },
    transformTags: {
      ...MESSAGE.transformTags,
      ...Object.fromEntries(HEADINGS.map((heading) => [heading, 'p'])),
      img: (tagName, { src = '', alt = '' }) => {
        const attribs: Record<string, string> = {};
        if (NEW_PICTURE.test(src) || isOwn(src)) {
          attribs.src = `picture:${sources.push(src) - 1}`;
          attribs.alt = truncate(visible(alt), ALT_MAX);
        }
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  }).trim();
  const fault = bioFault(clean);
  if (fault) throw invalidInput({ userBio: fault });
  return { html: sources.length === 0 && bioLength(clean) === 0 ? '' : clean, sources };
}

const ALT_MAX = 200;
const PLACE = /<img src="picture:(\d+)" alt="([^"]*)" \/>/g;
const PLACED = /<img src="([^"]+)" alt="[^"]*" width="(\d+)" height="(\d+)" \/>/g;

/**
 * Replaces the placeholders of `cleanBio` by pictures. A user's text cannot imitate a placeholder, because its `<` is
 * escaped.
 */
export function placePictures(html: string, pictures: readonly PlacedPicture[]): string {
  return html.replace(PLACE, (_place, index: string, alt: string) => {
    const picture = pictures[Number(index)];
    if (!picture) return '';
    const { src, width, height } = picture;
    return `<img src="${src}" alt="${alt}" width="${width}" height="${height}" />`;
  });
}

/** Returns the pictures of a stored bio by their address. */
export function picturesIn(bio: string): ReadonlyMap<string, PlacedPicture> {
  return new Map(
    [...bio.matchAll(PLACED)].map(([, src = '', width, height]) => [
      src,
      { src, width: Number(width), height: Number(height) },
    ]),
  );
}
