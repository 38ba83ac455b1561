/* Where a link inside of somebody's text may lead: the open web. Nothing else is a link. */

/**
 * The address behind what was typed, with https where no protocol is named; undefined when it is no http or https
 * address of some host with a dot.
 */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return isLinkAddress(address) ? new URL(address).href : undefined;
}

/** Whether a complete address is one that a text may link to. */
export function isLinkAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return /^https?:$/.test(protocol) && username === '' && /[^.]\.[^.]/.test(hostname);
}
