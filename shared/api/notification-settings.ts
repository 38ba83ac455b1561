import * as z from 'zod/mini';
import { SWITCHES, type SwitchName } from '../rules/notifications/notification-settings.ts';
import { isTimeZone, minutesOf } from '../rules/notifications/quiet-hours.ts';
import { yesOrNo } from '../wire.ts';
import { HOUR, nothing, one, operation } from './operation.ts';

/* What a person is notified of, and when. docs/product/notifications.md#settings */

/** The settings of the caller. `version` counts the changes: of two responses the higher one is newer. */
const notificationSettings = z.object({
  version: z.int(),
  /** The names of the switches that are on. */
  on: z.array(z.string()),
  /** `from` and `to`: local times such as `22:30`. */
  quietHours: z.nullable(z.object({ from: z.string(), to: z.string(), timeZone: z.string() })),
});

export const viewNotificationSettings = operation({
  name: 'viewNotificationSettings',
  method: 'GET',
  who: 'verified',
  uses: ['accounts.read'],
  impact: 'People cannot see what they are notified of; the settings still apply.',
  input: nothing,
  output: one(notificationSettings),
});

const NO_TIME = 'Please choose a time';
const localTime = z.optional(
  z.string().check(
    z.maxLength(5, NO_TIME),
    z.refine((text) => minutesOf(text) !== undefined, NO_TIME),
  ),
);
const switchName = z.string().check(z.maxLength(60));
/** One or several names: a repeated form field. */
const switchNames = z.optional(
  z.codec(
    z.union([switchName, z.array(switchName).check(z.maxLength(SWITCHES.length))]),
    z.array(z.enum(SWITCHES)),
    { decode: (wire) => [wire].flat() as SwitchName[], encode: (names) => names },
  ),
);

/**
 * Changes some settings; what is absent stays. With `quiet` true, the quiet hours are on and need `quietFrom`, `quietTo` and
 * `timeZone`, an IANA zone.
 */
export const updateNotificationSettings = operation({
  name: 'updateNotificationSettings',
  method: 'POST',
  who: 'verified',
  uses: ['accounts.write'],
  idempotent: 'byNature',
  limits: [{ per: 'caller', max: 600, within: HOUR, inMemory: true }],
  impact: 'People cannot change what they are notified of; the settings they have still apply.',
  input: z.object({
    turnOn: switchNames,
    turnOff: switchNames,
    quiet: z.optional(yesOrNo()),
    quietFrom: localTime,
    quietTo: localTime,
    timeZone: z.optional(
      z.string().check(z.maxLength(64), z.refine(isTimeZone, 'We do not know this time zone')),
    ),
  }),
  output: one(notificationSettings),
});
