import { PRODUCT_NAME, SUPPORT_USERNAME } from '#shared/brand.ts';
import type { Instant } from '#shared/time.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { registerUser } from '../storage/auth/registrations.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * The product's own account. It receives help tickets, which the operators answer in its inbox. It has no phone, accepts no
 * paid messages and earns nothing.
 */

/**
 * Creates the account if it is missing, with the password whose hash `passwordHash` returns; an existing account is not
 * changed. Safe to run twice and concurrently, because the username can be claimed only once.
 */
export async function ensureSupportAccount(
  table: TableWriter,
  passwordHash: () => Promise<string>,
  now: Instant,
): Promise<'made' | 'THERE'> {
  if (await holderOfUsername(table, SUPPORT_USERNAME, now)) return 'THERE';
  const made = await registerUser(
    table,
    {
      fullName: `${PRODUCT_NAME} Support`,
      username: SUPPORT_USERNAME,
      passwordHash: await passwordHash(),
      verified: true,
      licenseId: 'FREE',
      paidResponseCommitment: 0,
      bio: `<p>The people behind ${PRODUCT_NAME}. Write to us when something is wrong or unclear. It’s free.</p>`,
    },
    now,
  );
  return typeof made === 'string' ? 'THERE' : 'made';
}
