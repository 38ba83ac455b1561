import * as z from 'zod/mini';
import { listField } from '../list-field.ts';
import { PASSKEYS_MAX, passkeyId } from '../rules/auth/passkeys.ts';
import { moment } from '../wire.ts';

/* The passkeys that stay after a new password or a recovery: all others end, because somebody else may have added one. */

const NOT_CHOSEN = 'Please choose passkeys from the list';

/** The ids of the passkeys that the person keeps, in JSON. Left out, all end. */
export const keptPasskeys = z.optional(
  listField(z.array(passkeyId).check(z.maxLength(PASSKEYS_MAX, NOT_CHOSEN)), NOT_CHOSEN, 1_000),
);

/** A passkey to keep or to end, as it is listed to somebody who has proved the right to decide it. */
export const listedPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
});
