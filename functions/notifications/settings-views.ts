import type { viewNotificationSettings } from '#shared/api/notification-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import {
  isSwitchedOn,
  type NotificationSettings,
  SWITCHES,
} from '#shared/rules/notifications/notification-settings.ts';
import { clockText } from '#shared/rules/notifications/quiet-hours.ts';

/** The view of a person's notification settings. */
export function settingsView(
  settings: NotificationSettings,
): Output<typeof viewNotificationSettings>['data'][number] {
  const { version, quietHours } = settings;
  return {
    version,
    on: SWITCHES.filter((name) => isSwitchedOn(settings, name)),
    quietHours: quietHours
      ? { ...quietHours, from: clockText(quietHours.from), to: clockText(quietHours.to) }
      : null,
  };
}
