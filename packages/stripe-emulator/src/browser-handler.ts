import {
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { ONBOARDING_FOLDER } from './account-link.ts';
import { stripeJsFiles } from './browser/files.ts';
import type { StripeEmulator } from './emulator.ts';
import { respondAsOnboardingPage } from './onboarding-page.ts';

/** The options of the browser handler. */
export interface BrowserHandlerOptions {
  /** The application's name, as the onboarding page shows it. */
  platformName: string;
}

/**
 * Answers a request of the application's own origin; `path` is the request's path below the `browserPath` of the emulator's
 * options, query excluded. Resolves to false, with the response untouched, for a path that is not the emulator's.
 */
export type BrowserHandler = (
  path: string,
  ...exchange: Parameters<RequestListener>
) => Promise<boolean>;

const SCRIPT_FOLDER = 'stripe-js/';
const API_FOLDER = 'stripe-api/';

/** The Content-Security-Policy of the card fields' frames: inline styles, framed only by the same origin. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/**
 * Serves what browsers ask of Stripe, at the application's own origin: `stripe-js/v3.js` (Stripe.js) with the pages of its
 * frames, `stripe-api/…` (the API, for the publishable key) and `stripe-connect/<token>` (Connect onboarding).
 */
export function browserHandler(
  stripe: StripeEmulator,
  { platformName }: BrowserHandlerOptions,
): BrowserHandler {
  return async (path, request, response) => {
    if (path.startsWith(SCRIPT_FOLDER)) return sendFile(path.slice(SCRIPT_FOLDER.length), response);
    if (path.startsWith(ONBOARDING_FOLDER)) {
      const token = path.slice(ONBOARDING_FOLDER.length);
      return respondAsOnboardingPage(stripe, { token, platformName }, request, response);
    }
    if (!path.startsWith(API_FOLDER)) return false;
    const query = request.url?.split('?').slice(1).join('?');
    const target = path.slice(API_FOLDER.length - 1) + (query ? `?${query}` : '');
    await forward(`${stripe.url}${target}`, request, response);
    return true;
  };
}

/** Serves a file of Stripe.js; false if there is none with this name. */
async function sendFile(name: string, response: ServerResponse): Promise<boolean> {
  const files = await stripeJsFiles();
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) return false;
  response
    .writeHead(200, {
      'content-type': file.contentType,
      'content-length': Buffer.byteLength(file.text),
      'content-security-policy': FRAME_POLICY,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    .end(file.text);
  return true;
}

/** Forwards a request of the browser to the emulated API, which listens on another port. */
function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = request.headers;
    const onward = httpRequest(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).once('close', resolve);
    });
    onward.once('error', reject);
    request.pipe(onward);
  });
}
