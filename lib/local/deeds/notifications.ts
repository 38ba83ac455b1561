import type { Caller, CallOptions, Deed, Entity, Fields } from './calls.ts';

/* How people are notified: their devices, their settings, and the links in emails that turn them off. */

/** The subscription that a browser makes at its push service. */
export type PushSubscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

export const notificationDeeds = (me: Caller) => ({
  /** Has notifications sent to a device. `showText`: whether its lock screen shows what they say. */
  addsDevice: (
    subscription: PushSubscription,
    { showText, ...options }: CallOptions & { readonly showText?: boolean | undefined } = {},
  ) => me.does('savePushSubscription', { ...subscription, showText }, options),
  /** Ends the notifications of a device. */
  removesDevice: ({ endpoint }: Pick<PushSubscription, 'endpoint'>, options?: CallOptions) =>
    me.does('deletePushSubscription', { endpoint }, options),
  /** Changes settings of notifications: `turnOn` and `turnOff` name switches, the others are quiet hours. */
  setsNotifications: (changes: Fields, options?: CallOptions): Deed<NotificationSettings> =>
    me.makes('updateNotificationSettings', changes, options),
  notificationSettings: (options?: CallOptions): Deed<NotificationSettings> =>
    me.makes('viewNotificationSettings', {}, options),
  /** Ends emails of a kind with the token of the link in one of them. */
  unsubscribes: (token: string, options?: CallOptions) =>
    me.does('unsubscribeByEmail', { token }, options),
});

type NotificationSettings = Entity<'viewNotificationSettings'>;
