import { updateNotificationSettings } from '#shared/api/notification-settings.ts';
import type { Input } from '#shared/api/operation.ts';
import { invalidInput } from '#shared/refusals.ts';
import { minutesOf, type QuietHours } from '#shared/rules/notifications/quiet-hours.ts';
import { serve } from '../serve.ts';
import { notificationSettingsKey } from '../storage/keys.ts';
import { changeSettings } from '../storage/notifications/notification-settings.ts';
import { settingsView } from './settings-views.ts';

/** Changes some of the caller's notification settings, and returns all of them. What the input leaves out stays. */
export const handler = serve(
  updateNotificationSettings,
  async (input, { table, caller }) => {
    const { turnOn, turnOff } = input;
    const change = { turnOn, turnOff, quietHours: quietHoursOf(input) };
    return { data: [settingsView(await changeSettings(table, caller.userId, change))] };
  },
  { readAhead: (_input, { callerId }) => [notificationSettingsKey(callerId)] },
);

/** The quiet hours of an input: null if it turns them off, undefined if it leaves them as they are. */
function quietHoursOf({
  quiet,
  quietFrom,
  quietTo,
  timeZone,
}: Input<typeof updateNotificationSettings>): QuietHours | null | undefined {
  if (!quiet) return quiet === undefined ? undefined : null;
  const [from, to] = [minutesOf(quietFrom ?? ''), minutesOf(quietTo ?? '')];
  if (from === undefined) throw invalidInput({ quietFrom: 'Please choose a time' });
  if (to === undefined) throw invalidInput({ quietTo: 'Please choose a time' });
  if (from === to) throw invalidInput({ quietTo: 'Please choose another time than the first' });
  if (timeZone === undefined) throw invalidInput({ timeZone: 'The time zone is missing' });
  return { from, to, timeZone };
}
