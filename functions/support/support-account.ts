import { PRODUCT_NAME, SUPPORT_USERNAME } from '../../shared/brand.ts';
import type { Instant } from '../../shared/time.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { registerUser } from '../storage/auth/registrations.ts';
import type { TableWriter } from '../storage/table.ts';

/*
 * The product's own account: help tickets are written to it, and whoever operates the product answers them in its inbox.
 * It has no phone, takes no paid messages and earns nothing.
 */

/**
 * Makes the account where it is missing, with the password whose hash `passwordHash` gives; an account that is there
 * stays as it is. Safe to run twice and at once: the name is one account's only.
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
      bio: `<p>The people behind ${PRODUCT_NAME}. Write to us when something is wrong or unclear. It is free of charge.</p>`,
    },
    now,
  );
  return typeof made === 'string' ? 'THERE' : 'made';
}
