import { newSubscription } from '#test/support/devices.ts';
import { newPerson } from '#test/support/people.ts';
import type { Paths } from './request.ts';

/** The usual path of each operation on notifications. */
export const notificationPaths = {
  getPushPublicKey: () => ({}),
  // The second launch of a day, when the device is already registered.
  savePushSubscription: async (world) => {
    const person = await newPerson(world);
    const input = newSubscription();
    await person.addsDevice(input, { as: person });
    return { token: person.token, input };
  },
  deletePushSubscription: async (world) => {
    const person = await newPerson(world);
    const subscription = newSubscription();
    await person.addsDevice(subscription, { as: person });
    return { token: person.token, input: { endpoint: subscription.endpoint } };
  },
  viewNotificationSettings: async (world) => ({ token: (await newPerson(world)).token }),
  updateNotificationSettings: async (world) => {
    const { token } = await newPerson(world);
    return { token, input: { turnOff: 'push:chat.messageSent' } };
  },
} satisfies Paths;
