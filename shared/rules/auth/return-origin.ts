/**
 * The origin that another site's page leads back to: the web app's own. On this machine one server has several names
 * (localhost, 127.0.0.1, the address that a phone uses), and a browser keeps a session for each: there it is the one that
 * the person came from, as long as it is the same port. Anywhere else nothing that a request says changes it.
 */
export function returnOrigin(own: string, pageOrigin: string | undefined): string {
  if (pageOrigin === undefined || !URL.canParse(pageOrigin)) return own;
  const [ours, theirs] = [new URL(own), new URL(pageOrigin)];
  if (!isThisMachine(ours.hostname)) return own;
  return theirs.protocol === ours.protocol && theirs.port === ours.port ? theirs.origin : own;
}

/** Whether an Origin header is the web app's own. */
export const isOwnOrigin = (own: string, pageOrigin: string | undefined): boolean =>
  pageOrigin !== undefined && returnOrigin(own, pageOrigin) === pageOrigin;

const isThisMachine = (name: string) => ['localhost', '127.0.0.1', '[::1]'].includes(name);
