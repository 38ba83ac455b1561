import { handler as deliverPostponed } from '#functions/jobs/deliverPostponed.ts';
import { handler as updateNotificationSettings } from '#functions/notifications/updateNotificationSettings.ts';
import { handler as viewNotificationSettings } from '#functions/notifications/viewNotificationSettings.ts';
import { clockText } from '#shared/rules/notifications/quiet-hours.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { call, lambdaContext } from './call.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Notification settings in tests. */

/** Changes the notification settings of a person. */
export const changeNotifications = ({ token }: Person, input: Readonly<Record<string, unknown>>) =>
  call(updateNotificationSettings, input, { token });

export const seenNotificationSettings = async ({ token }: Person) =>
  (await call(viewNotificationSettings, {}, { method: 'GET', token })).body.data[0];

/** Begins quiet hours of a person now, for so many minutes, in UTC. */
export function beQuiet(world: World, person: Person, minutes: number) {
  const now = Math.floor(world.now() / MINUTE);
  const timeOf = (minute: number) => clockText(minute % (DAY / MINUTE));
  const hours = { quietFrom: timeOf(now), quietTo: timeOf(now + minutes), timeZone: 'UTC' };
  return changeNotifications(person, { quiet: 'true', ...hours });
}

/** Runs the job that sends what waited for the end of quiet hours. */
export const runDeliverPostponed = () => deliverPostponed({}, lambdaContext());
