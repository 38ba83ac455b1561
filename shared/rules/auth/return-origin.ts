/**
 * Returns the origin that a page of another site, such as Stripe's, leads back to: the web app's own. A local server has
 * several names (localhost, 127.0.0.1, its network address), and a browser keeps a session for each. Locally it is
 * therefore the origin of the page that the person came from, if that has the same port. On a deployed stage nothing in a
 * request changes it.
 */
export function returnOrigin(own: string, pageOrigin: string | undefined): string {
  if (pageOrigin === undefined || !URL.canParse(pageOrigin)) return own;
  const [ours, theirs] = [new URL(own), new URL(pageOrigin)];
  if (!isThisMachine(ours.hostname)) return own;
  return theirs.protocol === ours.protocol && theirs.port === ours.port ? theirs.origin : own;
}

/** Whether an Origin header is the web app's own. */
export const isOwnOrigin = (own: string, pageOrigin: string | undefined): boolean =>
  returnOrigin(own, pageOrigin) === pageOrigin;

/** Whether a host name is this machine, as in the origin of the local system. */
export const isThisMachine = (name: string) => ['localhost', '127.0.0.1', '[::1]'].includes(name);
