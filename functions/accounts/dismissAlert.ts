import { dismissAlert } from '#shared/api/accounts.ts';
import { serve } from '../serve.ts';
import * as alerts from '../storage/accounts/alerts.ts';

/** Removes an alert from the caller's home screen on all devices. Events that happened after the caller saw the alert stay. */
export const handler = serve(dismissAlert, async (alert, { table, caller }) => {
  await alerts.dismissAlert(table, caller.userId, alert);
  return {};
});
