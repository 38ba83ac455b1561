import type { ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import { stripeJsFiles } from '../../stripe-emulator/browser/pages.ts';
import type { Visit } from './front.ts';
import { refuse } from './replies.ts';

/** The frames of the card fields: their own styles inline, shown within our own pages only. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** A file of the stand-in for Stripe.js. */
export function sendStripeJs(path: string, response: ServerResponse): void {
  const files = stripeJsFiles();
  const name = path.slice('stripe-js/'.length);
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (!file) {
    refuse(response, 'NOT_FOUND');
    return;
  }
  response
    .writeHead(200, {
      'content-type': file.contentType,
      'content-length': Buffer.byteLength(file.text),
      'content-security-policy': FRAME_POLICY,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    .end(file.text);
}

/** Hands a request of the card fields to the stand-in's API, which listens on a port of its own. */
export function proxyToStripe(stripeUrl: string, { request, response, url }: Visit): Promise<void> {
  const target = `${url.pathname.replace(/^\/_local\/stripe-api/, '')}${url.search}`;
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = request.headers;
    const onward = httpRequest(
      `${stripeUrl}${target}`,
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response).once('close', resolve);
      },
    );
    onward.once('error', reject);
    request.pipe(onward);
  });
}
