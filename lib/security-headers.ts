import { createHash } from 'node:crypto';
import { INLINE_SCRIPTS, inlineScript } from './inline-scripts.ts';

/*
 * The security headers of responses, deployed and on the local machine. Stripe.js is the only code from another origin:
 * https://docs.stripe.com/security/guide#content-security-policy
 */

/** The hashes of the scripts that are inline in the document. */
const INLINE_HASHES = INLINE_SCRIPTS.map(
  (name) => `'sha256-${createHash('sha256').update(inlineScript(name)).digest('base64')}'`,
);

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';

/** The other origins that pages call, where they are not ours. */
type PageOrigins = {
  /** The WebSocket of live hints. */
  readonly live?: string | undefined;
  /** The bucket, to which files are uploaded and from which they are shown; absent on a stage without attachments. */
  readonly files?: string | undefined;
};

/** The policy of pages. */
export const contentSecurityPolicy = ({ live, files }: PageOrigins): string =>
  [
    "default-src 'self'",
    `script-src 'self' ${INLINE_HASHES.join(' ')} ${STRIPE_SCRIPTS}`,
    // Toasts and dialogs insert style elements to position themselves.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${also(files)}`,
    // A recording is played from the memory of the page.
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self' https://api.stripe.com${also(live)}${also(files)}`,
    `frame-src ${STRIPE_SCRIPTS} https://hooks.stripe.com`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Trusted Types: only these policies may turn a string into HTML or a script URL. They are ours
    // (web/src/trusted-types.ts and web/src/ui/clean-fragment.ts), and the editor's for pasted HTML, which it parses in an inert document.
    "require-trusted-types-for 'script'",
    'trusted-types default clean-fragment ProseMirrorClipboard',
  ].join('; ');

const also = (origin: string | undefined): string => (origin ? ` ${origin}` : '');

/** For uploaded pictures: even if the file contains scripts, the browser runs none. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** For API responses, which are data for our own page: as a document they load nothing and cannot be framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Voices are recorded in our own page. Wallets ask for payments in frames of Stripe, and Google Pay in one of Google inside of it.
 */
export const PERMISSIONS_POLICY =
  'camera=(), microphone=(self), geolocation=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com")';
/** Isolates our window from windows that it opens and from those that open it. */
export const OPENER_POLICY = 'same-origin';
export const REFERRER_POLICY = 'strict-origin-when-cross-origin';
/** Two years in seconds. The preload lists of browsers require at least one. */
export const HSTS_SECONDS = 63_072_000;
