import { ensureSupportAccount } from '../flows/support-account.ts';
import { supportPassword } from '../gateways/secrets.ts';
import { hashPassword } from '../passwords.ts';
import { serveDeployment } from '../serve-work.ts';

/** Makes the product's own account where it is missing. Runs with each deployment; failing stops it. */
export const handler = serveDeployment(
  'makeSupportAccount',
  ['table.write'],
  async ({ table, now, log }) => {
    const passwordHash = async () => hashPassword(await supportPassword());
    const outcome = await ensureSupportAccount(table, passwordHash, now);
    log.info('the support account', { outcome });
  },
);
