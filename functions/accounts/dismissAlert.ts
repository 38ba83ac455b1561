import { dismissAlert } from '../../shared/api/accounts.ts';
import { serve } from '../serve.ts';
import * as alerts from '../storage/accounts/alerts.ts';

/** Takes an alert off the caller's home screen, on all their devices. What happened after they saw it stays. */
export const handler = serve(dismissAlert, async (alert, { table, caller }) => {
  await alerts.dismissAlert(table, caller.userId, alert);
  return {};
});
