import type { IncomingMessage, ServerResponse } from 'node:http';
import { ONBOARDING_OUTCOMES, type OnboardingOutcome, VERIFIED_AS } from './account.ts';
import type { StripeEmulator } from './emulator.ts';

/* The page that emulates Stripe Connect onboarding: an optional name, and a button for each outcome. */

/** The Content-Security-Policy of the page: only inline styles. Its form redirects to the application. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The maximum size of the submitted form in bytes. */
const LONGEST_FORM = 2_048;

/**
 * Shows the page, or processes its form and redirects to the `return_url` of the link. Resolves to false, with the response
 * untouched, for an unknown token.
 */
export async function respondAsOnboardingPage(
  stripe: Pick<StripeEmulator, 'accountLink' | 'onboard'>,
  { token, platformName }: { readonly token: string; readonly platformName: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const found = stripe.accountLink(token);
  if (!found) return false;
  const { link, over } = found;
  const leadTo = (location: string) => {
    response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
    return true;
  };
  if (over) return leadTo(link.refreshUrl);
  if (request.method !== 'POST') return send(response, page(link.returnUrl, platformName));
  const form = await formOf(request);
  if (!form) {
    response.writeHead(413).end();
    return true;
  }
  const pressed = form.get('outcome');
  if (isOutcome(pressed)) stripe.onboard(token, pressed, form.get('name')?.trim() || undefined);
  return leadTo(link.returnUrl);
}

/** Reads the fields of a form; undefined if it is too long. Reads it to the end, so that the browser receives the response. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length <= LONGEST_FORM) chunks.push(chunk as Buffer);
  }
  return length > LONGEST_FORM ? undefined : new URLSearchParams(Buffer.concat(chunks).toString());
}

const isOutcome = (pressed: string | null): pressed is OnboardingOutcome =>
  ONBOARDING_OUTCOMES.some((outcome) => outcome === pressed);

function send(response: ServerResponse, html: string): boolean {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(html);
  return true;
}

const CHOICES: Readonly<Record<OnboardingOutcome, readonly [label: string, note: string]>> = {
  READY: ['Finish set-up', 'Stripe has everything. Payouts arrive.'],
  RESTRICTED: ['Leave a document out', 'Stripe wants more before it pays.'],
  REFUSING: ['Finish, but refuse transfers', 'Every payout comes back. For trying that out.'],
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const page = (returnUrl: string, platformName: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Set up payouts · Stripe emulator</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
input { box-sizing: border-box; width: 100%; min-height: 3rem; font: inherit; padding: .5rem .75rem; margin-top: .375rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button { display: block; width: 100%; min-height: 3.25rem; font: inherit; font-weight: 600; margin-top: 1.25rem; cursor: pointer; }
small, p { display: block; margin: .375rem 0 0; }
form { margin-top: 1.5rem; }
a { display: inline-block; margin-top: 2rem; min-height: 2.75rem; color: light-dark(#2e5fa3, #8bb7f5); }
</style>
</head>
<body>
<main>
<h1>Get paid by ${escaped(platformName)}</h1>
<p>This page stands in for Stripe’s onboarding. Choose how it ends.</p>
<form method="post">
<label for="name">Name on the identity document</label>
<input id="name" name="name" maxlength="200" autocomplete="off" aria-describedby="verified">
<small id="verified">Stripe verifies this name. Left empty, it is ${VERIFIED_AS}: a name that is not theirs.</small>
${ONBOARDING_OUTCOMES.map((outcome) => {
  const [label, note] = CHOICES[outcome];
  return `<button name="outcome" value="${outcome}">${label}</button><small>${note}</small>`;
}).join('\n')}
</form>
<a href="${escaped(returnUrl)}">Not now, back to ${escaped(platformName)}</a>
</main>
</body>
</html>
`;
