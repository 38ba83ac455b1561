import * as z from 'zod/mini';

/* E-mail addresses. docs/product/email.md#the-address */

const MISSING = 'Please enter your e-mail address';
const WRONG = 'Please enter a valid e-mail address';
/** The longest address that SMTP can deliver to (RFC 5321). */
const EMAIL_MAX = 254;

/** The schema of an e-mail address. Upper case is kept, because it may matter before the @. */
export const emailAddress = z
  .string(MISSING)
  .check(z.trim(), z.minLength(1, MISSING), z.maxLength(EMAIL_MAX, WRONG), z.email(WRONG));

/** The form of an address by which it is compared and counted: providers treat upper and lower case alike. */
export const comparedAddress = (address: string): string => address.trim().toLowerCase();
