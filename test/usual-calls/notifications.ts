import { handler as savePushSubscription } from '#functions/notifications/savePushSubscription.ts';
import { call } from '#test/support/call.ts';
import { newSubscription } from '#test/support/devices.ts';
import { newPerson } from '#test/support/people.ts';
import type { Paths } from './request.ts';

/** The usual path of each operation on notifications. */
export const notificationPaths = {
  getPushPublicKey: () => ({}),
  // The second launch of a day, when the device is already registered.
  savePushSubscription: async (world) => {
    const { token } = await newPerson(world);
    const input = newSubscription();
    await call(savePushSubscription, input, { token });
    return { token, input };
  },
  deletePushSubscription: async (world) => {
    const { token } = await newPerson(world);
    const { endpoint, ...keys } = newSubscription();
    await call(savePushSubscription, { endpoint, ...keys }, { token });
    return { token, input: { endpoint } };
  },
  viewNotificationSettings: async (world) => ({ token: (await newPerson(world)).token }),
  updateNotificationSettings: async (world) => {
    const { token } = await newPerson(world);
    return { token, input: { turnOff: 'push:chat.messageSent' } };
  },
} satisfies Paths;
