import type { NotificationSettings } from '#shared/rules/notifications/notification-settings.ts';
import type { User } from '../storage/accounts/users.ts';

/** The time zone of a person in emails and text messages: of their last sign-in, else of their quiet hours; undefined if none is known. */
export const timeZoneOf = (
  { timeZone }: Pick<User, 'timeZone'>,
  { quietHours }: Pick<NotificationSettings, 'quietHours'>,
): string | undefined => timeZone ?? quietHours?.timeZone;
