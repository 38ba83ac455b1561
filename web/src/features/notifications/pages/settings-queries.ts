import { viewEmail } from '#shared/api/email.ts';
import { viewNotificationSettings } from '#shared/api/notification-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import { query } from '#web/api/queries.ts';

export const notificationQueries = () => ({
  settings: query(viewNotificationSettings, {}),
  email: query(viewEmail, {}),
});

/** The user's notification settings. */
export type Settings = Output<typeof viewNotificationSettings>['data'][number];
