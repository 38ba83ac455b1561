import DOMPurify from 'dompurify';

const ALLOWED_TAGS = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'a', 'img'];
const ALLOWED_ATTR = ['href', 'src', 'alt', 'width', 'height'];

/** Parses user-written HTML into nodes, keeping only the tags and attributes that the rich-text fields allow. */
export function cleanFragment(html: string): DocumentFragment {
  const fragment: DocumentFragment | null = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  // DOMPurify returns null for a document of frames, which has no body.
  return fragment ?? document.createDocumentFragment();
}
