import * as z from 'zod/mini';

/* Whether people find an account when they browse and search. docs/product/discovery.md#who-is-listed */

const LISTINGS = ['SHOWN', 'HIDDEN'] as const;

const NOT_CHOSEN = 'Please choose whether you’re shown';

/** A text, because the values of the profile form are texts. */
export const listing = z.optional(
  z.string().check(
    z.maxLength(10, NOT_CHOSEN),
    z.refine((value) => (LISTINGS as readonly string[]).includes(value), NOT_CHOSEN),
  ),
);

/** Whether only the exact username finds the account. */
export const isHidden = ({ listing: chosen }: { readonly listing?: string }): boolean =>
  chosen === 'HIDDEN';
