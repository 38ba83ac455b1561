/*
 * What every answer is served with, in the cloud and on this machine. The card fields are the one thing that comes
 * from elsewhere: https://docs.stripe.com/security/guide#content-security-policy
 */

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';

export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  `script-src 'self' ${STRIPE_SCRIPTS}`,
  // Toasts and dialogs place themselves with style elements of their own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' https://api.stripe.com",
  `frame-src ${STRIPE_SCRIPTS} https://hooks.stripe.com`,
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Trusted Types: only these policies may turn a string into HTML or a script address: ours (web/src/trusted-types.ts),
  // DOMPurify's, and the editor's for pasted HTML, which it parses in an inert document.
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify ProseMirrorClipboard',
].join('; ');

/** An uploaded picture is shown, and whatever else it may be runs nothing. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** What the API answers is read by our own page; opened as a page it shows nothing and belongs in no frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export const PERMISSIONS_POLICY = 'camera=(), microphone=(), geolocation=(), payment=(self)';
/** What we open, and who opens us, is no business of the other. */
export const OPENER_POLICY = 'same-origin';
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';
/** Seconds: two years, what browsers' preload lists ask for. */
export const HSTS_SECONDS = 63_072_000;
