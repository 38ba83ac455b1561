import { describe, expect, test } from '@jest/globals';
import { deliverToEmails, newestDomainEvent } from '../../support/domain-events.ts';
import { giveEmail, whileEmailsFail } from '../../support/emails.ts';
import { pendingOrder } from '../../support/orders.ts';
import { worldOfFile } from '../../support/test-world.ts';

/*
 * Crashes while an email is sent. An email is claimed before it is sent, so a repeated delivery never sends it again,
 * and one whose sender crashed after the claim is not sent.
 */

const world = worldOfFile();

/** The event of a paid message whose sender has an address, and how many emails that address got. */
async function paid() {
  const { sender } = await pendingOrder(world);
  const email = await giveEmail(world, sender);
  return {
    event: await newestDomainEvent(world, 'conversation.paid'),
    received: () => world.emails.filter(({ to }) => to === email).length,
  };
}

describe('the crash of the subscriber that sends emails', () => {
  test.each([
    ['before the claim', 1, 'before', 0, 1],
    ['after the claim', 1, 'after', 0, 0],
    ['before SES accepts the email', 2, 'before', 0, 0],
    ['after SES accepted the email', 2, 'after', 1, 1],
  ] as const)('%s never leads to a second email', async (_when, crashAt, when, first, all) => {
    const { event, received } = await paid();
    expect(await world.crashingAt(crashAt, when, () => deliverToEmails(event))).toEqual({
      is: 'crashed',
    });
    expect(received()).toBe(first);
    for (let time = 0; time < 2; time += 1) await deliverToEmails(event);
    expect(received()).toBe(all);
  });

  test('has no effects besides the claim and the email', async () => {
    const { event } = await paid();
    const all = await world.crashingAt(99, 'before', () => deliverToEmails(event));
    expect(all).toMatchObject({ is: 'completed', effects: 2 });
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'that could not hand over an email, %s the claim is released, never leads to a second one',
    async (when, all) => {
      const { event, received } = await paid();
      const crash = () => world.crashingAt(2, when, () => deliverToEmails(event));
      // SES does not count here: the claim, and its release.
      await whileEmailsFail(async () => expect(await crash()).toEqual({ is: 'crashed' }));
      for (let time = 0; time < 2; time += 1) await deliverToEmails(event);
      expect(received()).toBe(all);
    },
  );
});
