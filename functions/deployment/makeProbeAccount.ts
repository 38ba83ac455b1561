import { ensureProbeAccount } from '../flows/probe-account.ts';
import { probePassword } from '../gateways/secrets.ts';
import { hashPassword } from '../passwords.ts';
import { serveDeployment } from '../serve-work.ts';

/** Makes the account of the probe where it is missing. Runs with each deployment; failing stops it. */
export const handler = serveDeployment(
  'makeProbeAccount',
  ['table.write'],
  async ({ table, now, log }) => {
    const passwordHash = async () => hashPassword(await probePassword());
    const outcome = await ensureProbeAccount(table, passwordHash, now);
    log.info('the account of the probe', { outcome });
  },
);
