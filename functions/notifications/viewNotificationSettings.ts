import { viewNotificationSettings } from '#shared/api/notification-settings.ts';
import { serve } from '../serve.ts';
import { settingsOf } from '../storage/notifications/notification-settings.ts';
import { settingsView } from './settings-views.ts';

/** Returns what the caller is notified of, and their quiet hours. */
export const handler = serve(viewNotificationSettings, async (_input, { table, caller }) => ({
  data: [settingsView(await settingsOf(table, caller.userId))],
}));
