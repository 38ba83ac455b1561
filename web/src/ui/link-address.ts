/* The addresses that links in user texts may have: http and https only. */

/**
 * The address for typed text, with https if it names no protocol; undefined if it is not an http or https address of
 * a host with a dot.
 */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return isLinkAddress(address) ? new URL(address).href : undefined;
}

/** Whether a text may link to this complete address. */
export function isLinkAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && /[^.]\.[^.]/.test(hostname);
}
