import * as z from 'zod/mini';
import { halfWidth } from '../text/digits.ts';
import { visible } from '../text.ts';

/* Email addresses. docs/product/email.md#the-address */

const MISSING = 'Please enter your email address';
const WRONG = 'Please enter a valid email address';
/** The longest address that SMTP can deliver to, and its parts (RFC 5321). */
const EMAIL_MAX = 254;
const LOCAL_MAX = 64;

/** The part before the @: a dot-atom of RFC 5322. Amazon SES sends to no other characters, and quotation marks are not in use. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** A domain as DNS has it: labels of letters, digits and hyphens, and a top-level domain that is no number. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;
/** Characters that end a host in a URL, or that a URL drops. */
const NO_HOST = /[\s/?#:@\\%[\]]/;

/** The domain in the form that DNS has, in Punycode and lower case; undefined if it is none. */
function asciiDomain(domain: string): string | undefined {
  if (domain === '' || NO_HOST.test(domain)) return undefined;
  const address = `http://${domain}/`;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return DOMAIN.test(host) && host.length < EMAIL_MAX ? host : undefined;
}

/**
 * A typed address in the form in which it is sent to and stored: without what keyboards and copies add, and with its domain in
 * Punycode. Undefined if it is no address. Upper case is kept before the @, where it may matter.
 */
function deliverable(typed: string): string | undefined {
  const text = halfWidth(visible(typed)).trim();
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), asciiDomain(text.slice(at + 1))];
  if (at < 1 || local.length > LOCAL_MAX || !LOCAL.test(local) || domain === undefined)
    return undefined;
  const address = `${local}@${domain}`;
  return address.length <= EMAIL_MAX ? address : undefined;
}

/** The schema of an email address. */
export const emailAddress = z.string(MISSING).check(
  z.trim(),
  z.minLength(1, MISSING),
  z.maxLength(EMAIL_MAX, WRONG),
  z.refine((typed) => deliverable(typed) !== undefined, WRONG),
  z.overwrite((typed) => deliverable(typed) ?? typed),
);

/** The form of an address by which it is compared and counted: providers treat upper and lower case alike. */
export const comparedAddress = (address: string): string =>
  (deliverable(address) ?? address.trim()).toLowerCase();
