/* Where a link inside of somebody's text may lead: the open web or a mailbox. Nothing else is a link. */

const MAILBOX = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+$/;

/**
 * The address behind what was typed: with https where no protocol is named, with mailto for a mailbox; undefined when it
 * is neither an http or https address of some host with a dot nor a mailbox.
 */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (MAILBOX.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return isLinkAddress(address) ? new URL(address).href : undefined;
}

/** Whether a complete address is one that a text may link to. */
export function isLinkAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  if (protocol === 'mailto:') return MAILBOX.test(pathname);
  return /^https?:$/.test(protocol) && /[^.]\.[^.]/.test(hostname);
}
