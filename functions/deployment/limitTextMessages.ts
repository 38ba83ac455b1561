import { systemFunctions } from '../../shared/api/system-functions.ts';
import { limitTextMessages } from '../gateways/sms-limit.ts';
import { serveDeployment } from '../serve-work.ts';

/** Sets what text messages may cost a month. Runs with each deployment; failing stops it. Twice is once. */
export const handler = serveDeployment(systemFunctions.limitTextMessages, async ({ log }) => {
  const dollars = Number(process.env.TEXT_MESSAGE_DOLLARS);
  await limitTextMessages(dollars);
  log.info('the monthly spending limit for text messages is set', { dollars });
});
