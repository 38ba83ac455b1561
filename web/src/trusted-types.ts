/*
 * The default Trusted Types policy, under which the Content-Security-Policy lets strings become addresses of scripts: our
 * worker, and the card provider's scripts, its own and those that they load. It makes no HTML: that is cleaned by
 * DOMPurify, which has a policy of its own, and `element.innerHTML = text` throws. Browsers without Trusted Types go without.
 */

type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
};

const SCRIPTS = [
  new URL('/sw.js', location.origin).href,
  'https://js.stripe.com/',
  // The stand-in for the card provider on one machine.
  new URL('/_local/stripe-js/', location.origin).href,
];

(window as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', {
  createScriptURL(address) {
    const { href } = new URL(address, location.href);
    if (SCRIPTS.some((known) => href.startsWith(known))) return href;
    throw new TypeError(`Not a script of this app: ${address}`);
  },
});
