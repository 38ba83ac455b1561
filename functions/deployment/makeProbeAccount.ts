import { systemFunctions } from '#shared/api/system-functions.ts';
import { PROBE_USERNAME, PRODUCT_NAME } from '#shared/brand.ts';
import type { Instant } from '#shared/time.ts';
import { hashPassword } from '../auth/passwords.ts';
import { probePassword } from '../gateways/secrets.ts';
import { serveDeployment } from '../serve-work.ts';
import { holderOfUsername } from '../storage/accounts/users.ts';
import { registerUser } from '../storage/auth/registrations.ts';
import type { TableWriter } from '../storage/table.ts';

/** Creates the account of the probe if it is missing. Runs with each deployment. A failure stops the deployment. */
export const handler = serveDeployment(
  systemFunctions.makeProbeAccount,
  async ({ table, now, log }) => {
    const passwordHash = async () => hashPassword(await probePassword());
    const outcome = await ensureProbeAccount(table, passwordHash, now);
    log.info('the probe account exists', { outcome });
  },
);

/**
 * Creates the account that the probe signs in with if it is missing. Its registration stays unfinished, so it has no
 * profile, cannot be found and gets no messages. Safe to run twice and concurrently.
 */
async function ensureProbeAccount(
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
