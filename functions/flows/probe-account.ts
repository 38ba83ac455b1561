import { PROBE_USERNAME, PRODUCT_NAME } from '../../shared/brand.ts';
import type { Instant } from '../../shared/time.ts';
import { registerUser } from '../storage/registrations.ts';
import type { TableWriter } from '../storage/table.ts';
import { holderOfUsername } from '../storage/users.ts';

/**
 * Makes the account that the probe signs in with where it is missing. Its registration stays unfinished, so that it has no
 * profile and nobody finds it, writes to it or is told of it. Safe to run twice and at once.
 */
export async function ensureProbeAccount(
  table: TableWriter,
  passwordHash: () => Promise<string>,
  now: Instant,
): Promise<'made' | 'THERE'> {
  if (await holderOfUsername(table, PROBE_USERNAME, now)) return 'THERE';
  const made = await registerUser(
    table,
    {
      fullName: `${PRODUCT_NAME} Probe`,
      username: PROBE_USERNAME,
      passwordHash: await passwordHash(),
      verified: true,
      licenseId: 'NONE',
      paidResponseCommitment: 0,
    },
    now,
  );
  return typeof made === 'string' ? 'THERE' : 'made';
}
