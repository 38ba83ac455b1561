import { describe, expect, test } from '@jest/globals';
import { responseTo } from '#lib/local/deeds/calls.ts';
import { DAY } from '#shared/time.ts';
import { domainEventsOf } from '../../support/domain-events.ts';
import { answeredOrder } from '../../support/orders.ts';
import { newPerson } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';

/* Thanks for a paid answer. docs/product/conversations.md#thanks */

const world = worldOfFile();

const SENTENCE = 'The clerk took the copy, stamped the receipt, and I slept.';

const TOO_LATE =
  'You can say thanks for 30 days after a paid answer. Nothing was changed; what you said before stays.';

async function answered() {
  const { sender: ben, recipient: ana, id, order } = await answeredOrder(world);
  const seenBy = async (person: typeof ben) => {
    const operation = person === ben ? 'viewOrder' : 'viewInbox';
    return (await person.calls(operation, { id })).data[0];
  };
  return { ben, ana, order, seenBy };
}

describe('the sender of an answered letter', () => {
  test('thanks with one tap, and both sides see it', async () => {
    const { ben, ana, order, seenBy } = await answered();
    const at = world.now();
    expect((await seenBy(ben)).thanks).toBeUndefined();
    await ben.thanks(order);
    for (const person of [ben, ana])
      expect((await seenBy(person)).thanks).toMatchObject({ text: null });
    world.advance(DAY);
    await ben.thanks(order, { text: SENTENCE });
    const { thanks } = await seenBy(ana);
    expect(thanks.text).toBe(SENTENCE);
    // What was added later does not move the day of the thanks.
    expect(new Date(thanks.at).getTime() - at).toBeLessThan(DAY);
  });

  test('may thank for 30 days after the answer, and not a moment longer', async () => {
    const { ben, order, seenBy } = await answered();
    expect((await seenBy(ben)).thankUntil).toBeDefined();
    world.advance(30 * DAY);
    expect((await seenBy(ben)).thankUntil).toBeUndefined();
    await expectRefused(ben.thanks(order), 409, 'WRONG_STATUS', TOO_LATE);
    expect((await seenBy(ben)).thanks).toBeUndefined();
  });

  test('may take back later what was said, and not write it again', async () => {
    const { ben, ana, order, seenBy } = await answered();
    await ben.thanks(order, { text: SENTENCE });
    world.advance(40 * DAY);
    await expectRefused(ben.thanks(order, { text: 'Something else' }), 409, 'WRONG_STATUS');
    expect((await seenBy(ana)).thanks.text).toBe(SENTENCE);
    // Repeating what was said succeeds and changes nothing.
    await ben.thanks(order, { text: SENTENCE });
    await ben.takesBackThanks(order);
    await ben.takesBackThanks(order);
    expect((await seenBy(ana)).thanks).toBeUndefined();
    await expectRefused(ben.thanks(order), 409, 'WRONG_STATUS');
  });

  test.each([
    ['140 characters', 'x'.repeat(140), 140],
    ['140 emoji of several code points', '👨‍👩‍👧'.repeat(140), '👨‍👩‍👧'.repeat(140).length],
    ['lines as one', 'It\nhelped.', 'It helped.'.length],
  ])('may write %s', async (_, text, length) => {
    const { ben, order, seenBy } = await answered();
    await ben.thanks(order, { text });
    expect((await seenBy(ben)).thanks.text).toHaveLength(length);
  });

  test('may not write more than 140 characters', async () => {
    const { ben, order, seenBy } = await answered();
    await expectRefused(ben.thanks(order, { text: 'x'.repeat(141) }), 400, 'INVALID_INPUT');
    expect((await seenBy(ben)).thanks).toBeUndefined();
  });

  test('says nothing with a sentence that shows nothing', async () => {
    const { ben, order, seenBy } = await answered();
    await ben.thanks(order, { text: ' \u200b ' });
    expect((await seenBy(ben)).thanks.text).toBeNull();
  });
});

describe('thanks', () => {
  test('move neither list, nor what is unread, nor the money, and notify nobody', async () => {
    const { ben, ana, order, seenBy } = await answered();
    const [before, events] = [await seenBy(ana), (await domainEventsOf(world)).length];
    const lists = await Promise.all([
      ana.calls('viewInboxList', {}),
      ben.calls('viewOrderList', {}),
    ]);
    await ben.thanks(order, { text: SENTENCE });
    const { thanks: _, ...after } = await seenBy(ana);
    expect(after).toEqual(before);
    expect((await domainEventsOf(world)).length).toBe(events);
    expect(
      await Promise.all([ana.calls('viewInboxList', {}), ben.calls('viewOrderList', {})]),
    ).toEqual(lists);
  });

  test('do not replace a claim, and are gone once the claim has returned the money', async () => {
    const { ben, ana, order, seenBy } = await answered();
    await ben.thanks(order, { text: SENTENCE });
    await ben.claims(order);
    expect((await seenBy(ana)).thanks.text).toBe(SENTENCE);
    await ana.givesBack(order);
    for (const person of [ben, ana]) expect((await seenBy(person)).thanks).toBeUndefined();
    await expectRefused(ben.thanks(order), 409, 'WRONG_STATUS');
  });

  test('are not shown to a recipient who blocked the sender', async () => {
    const { ben, ana, order, seenBy } = await answered();
    await ben.thanks(order, { text: SENTENCE });
    await ana.blocks(ben);
    expect((await seenBy(ana)).thanks).toBeUndefined();
    expect((await seenBy(ben)).thanks.text).toBe(SENTENCE);
  });

  test('are refused to the recipient and to everybody else', async () => {
    const { ana, order } = await answered();
    await expectRefused(ana.thanks(order), 403, 'FORBIDDEN');
    await expectRefused(ana.takesBackThanks(order), 403, 'FORBIDDEN');
    const stranger = await newPerson(world);
    await expectRefused(stranger.thanks(order), 404, 'NOT_FOUND');
    await expectRefused(stranger.takesBackThanks(order), 404, 'NOT_FOUND');
  });

  test('are kept whole if the process dies before or after the write, and repeating them succeeds', async () => {
    for (const when of ['before', 'after'] as const) {
      const { ben, ana, order, seenBy } = await answered();
      await world.crashingAt(1, when, () => responseTo(ben.thanks(order, { text: SENTENCE })));
      await ben.thanks(order, { text: SENTENCE });
      expect((await seenBy(ana)).thanks.text).toBe(SENTENCE);
    }
  });

  test('and a reply at the same moment are both kept', async () => {
    const { ben, ana, order, seenBy } = await answered();
    await Promise.all([ben.thanks(order, { text: SENTENCE }), ana.writes(order)]);
    expect((await seenBy(ana)).thanks.text).toBe(SENTENCE);
    const { data } = await ben.calls('viewOrderMessages', { orderId: order.id });
    expect(data.map(({ kind }: { kind: string }) => kind)).toContain('REPLY');
  });
});
