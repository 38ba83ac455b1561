import { handler as deliverPostponed } from '#functions/jobs/deliverPostponed.ts';
import { clockText } from '#shared/rules/notifications/quiet-hours.ts';
import { DAY, MINUTE } from '#shared/time.ts';
import { lambdaContext } from './call.ts';
import type { Person } from './people.ts';
import type { World } from './world.ts';

/* Quiet hours in tests. */

/** Begins quiet hours of a person now, for so many minutes, in UTC. */
export function beQuiet(world: World, person: Person, minutes: number) {
  const now = Math.floor(world.now() / MINUTE);
  const timeOf = (minute: number) => clockText(minute % (DAY / MINUTE));
  const hours = { quietFrom: timeOf(now), quietTo: timeOf(now + minutes), timeZone: 'UTC' };
  return person.setsNotifications({ quiet: 'true', ...hours });
}

/** Runs the job that sends what waited for the end of quiet hours. */
export const runDeliverPostponed = () => deliverPostponed({}, lambdaContext());
