import sanitizeHtml from 'sanitize-html';
import type * as z from 'zod';
import { invalidInput } from '../shared/refusals.ts';
import { isLinkTarget } from '../shared/rules/links/links.ts';
import { bioFault, bioLength } from '../shared/rules/profiles/bios.ts';
import { cutWhole, visible } from '../shared/rules/text.ts';

/** What a message may be made of: the marks of the editor, and links that lead to the open web. */
const MESSAGE: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
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

/** A picture of a bio where it is stored; its measures keep the page still while it loads. */
export type PlacedPicture = {
  readonly src: string;
  readonly width: number;
  readonly height: number;
};

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const NEW_PICTURE = /^data:image\/(png|jpe?g);base64,/i;

/**
 * A bio as it is kept, but for its pictures: where the n-th belongs stands `picture:<n>`, and `sources` holds what the
 * n-th is to be drawn from. Those are PNG and JPEG files within the text, and what `isOwn` knows; any other picture
 * is left out. Throws INVALID_INPUT at `userBio` when what is left is too long.
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
          attribs.alt = cutWhole(visible(alt), ALT_MAX);
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

/** Puts the pictures where `cleanBio` left their places. Text of a person cannot look like one: its `<` is escaped. */
export function placePictures(html: string, pictures: readonly PlacedPicture[]): string {
  return html.replace(PLACE, (_place, index: string, alt: string) => {
    const picture = pictures[Number(index)];
    if (!picture) return '';
    const { src, width, height } = picture;
    return `<img src="${src}" alt="${alt}" width="${width}" height="${height}" />`;
  });
}

/** The pictures of a bio as it is kept, by their address. */
export function picturesIn(bio: string): ReadonlyMap<string, PlacedPicture> {
  return new Map(
    [...bio.matchAll(PLACED)].map(([, src = '', width, height]) => [
      src,
      { src, width: Number(width), height: Number(height) },
    ]),
  );
}
