import { systemFunctions } from '#shared/api/system-functions.ts';
import { hashPassword } from '../auth/passwords.ts';
import { supportPassword } from '../gateways/secrets.ts';
import { serveDeployment } from '../serve-work.ts';
import { ensureSupportAccount } from '../support/support-account.ts';

/** Creates the product's own account if it is missing. Runs with each deployment. A failure stops the deployment. */
export const handler = serveDeployment(
  systemFunctions.makeSupportAccount,
  async ({ table, now, log }) => {
    const passwordHash = async () => hashPassword(await supportPassword());
    const outcome = await ensureSupportAccount(table, passwordHash, now);
    log.info('the support account exists', { outcome });
  },
);
