import { PRODUCT_NAME } from '../../../shared/brand.ts';
import { ONBOARDED, type Onboarded, VERIFIED_AS } from '../../stripe-emulator/account.ts';
import type { LocalStripe } from '../../stripe-emulator/stripe.ts';
import type { Visit } from './front.ts';
import { refuse } from './replies.ts';
import { readBody } from './request-body.ts';

/* The emulator's page in place of Stripe Connect onboarding, with an optional name and one button. */

export const CONNECT_PREFIX = 'stripe-connect/';

/** Nothing but this page's own styles; its form leads back to the app. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Shows the page, or takes what was pressed on it and leads back to where the link said. */
export async function connectPage(stripe: LocalStripe, path: string, visit: Visit): Promise<void> {
  const { request, response } = visit;
  const token = path.slice(CONNECT_PREFIX.length);
  const found = stripe.accountLink(token);
  if (!found) return refuse(response, 'NOT_FOUND');
  const { link, over } = found;
  const leadTo = (location: string) =>
    void response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
  if (over) return leadTo(link.refreshUrl);
  if (request.method !== 'POST') return send(visit, page(link.returnUrl));
  const form = new URLSearchParams((await readBody(request, 2_048)).toString());
  const pressed = form.get('outcome');
  if (isOnboarded(pressed)) stripe.onboard(token, pressed, form.get('name')?.trim() || undefined);
  return leadTo(link.returnUrl);
}

const isOnboarded = (pressed: string | null): pressed is Onboarded =>
  ONBOARDED.some((outcome) => outcome === pressed);

function send({ response }: Visit, html: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(html);
}

const CHOICES: Readonly<Record<Onboarded, readonly [label: string, note: string]>> = {
  READY: ['Finish set-up', 'Stripe has everything. Payouts arrive.'],
  RESTRICTED: ['Leave a document out', 'Stripe wants more before it pays.'],
  REFUSING: ['Finish, but refuse transfers', 'Every payout comes back. For trying that out.'],
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const page = (returnUrl: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Set up payouts · stand-in for Stripe</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
input { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; padding: .5rem .75rem; margin-top: .375rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { display: block; width: 100%; min-height: 3.25rem; font: inherit; font-weight: 600; margin-top: 1.25rem; cursor: pointer; }
small, p { display: block; margin: .375rem 0 0; }
a { display: inline-block; margin-top: 2rem; min-height: 2.75rem; }
</style>
</head>
<body>
<main>
<h1>Get paid by ${PRODUCT_NAME}</h1>
<p>This page stands in for Stripe’s on this machine. There, people say who they are and which bank account is theirs. Here, say how that went.</p>
<form method="post">
<label for="name">Name on the identity document</label>
<input id="name" name="name" maxlength="200" autocomplete="off" aria-describedby="verified">
<small id="verified">Stripe verifies this name. Left empty, it is ${VERIFIED_AS}: a name that is not theirs.</small>
${ONBOARDED.map((outcome) => {
  const [label, note] = CHOICES[outcome];
  return `<button name="outcome" value="${outcome}">${label}</button><small>${note}</small>`;
}).join('\n')}
</form>
<a href="${escaped(returnUrl)}">Not now, back to ${PRODUCT_NAME}</a>
</main>
</body>
</html>
`;
