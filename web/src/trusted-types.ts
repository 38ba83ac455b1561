/*
 * The default Trusted Types policy. It allows script addresses only for our service worker, our built files, the script for other sites and
 * Stripe's scripts, which load further ones. It allows no HTML, so `element.innerHTML = text` throws; ui/clean-fragment.ts, which cleans
 * HTML, has a policy of its own. In browsers without Trusted Types this does nothing.
 */

type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
};

const SCRIPTS = [
  new URL('/sw.js', location.origin).href,
  new URL('/embed.js', location.origin).href,
  // The worker that draws PDFs, among the built files.
  new URL('/assets/', location.origin).href,
  'https://js.stripe.com/',
  // The Stripe emulator on a developer's machine.
  new URL('/_local/stripe-js/', location.origin).href,
];

(window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { href } = new URL(address, location.href);
    if (SCRIPTS.some((known) => href.startsWith(known))) return href;
    throw new TypeError(`Not a script of this app: ${address}`);
  },
});
