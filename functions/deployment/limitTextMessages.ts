import { systemFunctions } from '#shared/api/system-functions.ts';
import { limitTextMessages } from '../gateways/sms-limit.ts';
import { serveDeployment } from '../serve-work.ts';

/**
 * Sets the monthly spending limit for text messages. Runs with each deployment; a failure stops the deployment. Safe to repeat.
 */
export const handler = serveDeployment(systemFunctions.limitTextMessages, async ({ log }) => {
  const dollars = Number(process.env.TEXT_MESSAGE_DOLLARS);
  await limitTextMessages(dollars);
  log.info('the monthly spending limit for text messages is set', { dollars });
});
