import { describe, expect, test } from '@jest/globals';
import { handler as indexPublicAnswers } from '#functions/events/indexPublicAnswers.ts';
import { handler as withdrawPublicAnswers } from '#functions/events/withdrawPublicAnswers.ts';
import { responseTo } from '#lib/local/deeds/calls.ts';
import type { DomainEventType } from '#shared/domain-events.ts';
import { DAY, HOUR } from '#shared/time.ts';
import { lambdaContext } from '../../support/call.ts';
import { domainEventsOf, newestDomainEvent } from '../../support/domain-events.ts';
import { answeredOrder, pendingOrder } from '../../support/orders.ts';
import { newPerson, visitor } from '../../support/people.ts';
import { expectRefused } from '../../support/refusals.ts';
import { worldOfFile } from '../../support/test-world.ts';
import { proposedAnswer, publicAnswer } from '../../usual-calls/public-answers.ts';

/* Public answers. docs/product/public-answers.md */

const world = worldOfFile();

const deliver = (handler: (event: never, context: never) => Promise<unknown>, event: unknown) =>
  handler({ detail: event } as never, lambdaContext() as never);

const eventsAbout = async (type: DomainEventType, id: string) =>
  (await domainEventsOf(world, type)).filter(
    ({ detail }) => 'conversationId' in detail && detail.conversationId === id,
  );

const hidden = (start: number, end: number) =>
  ({ part: 'answer', start, end, kind: 'OTHER' }) as const;

describe('a proposal', () => {
  test('reaches the sender once, and nothing is public before they agree', async () => {
    const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
    const { username } = recipient.user;
    const seen = (await sender.readsPublicCopy({ id })).data[0];
    expect(seen).toMatchObject({ state: 'PROPOSED', version: 1, side: 'sender' });
    expect(seen.actions).toEqual(['revise', 'agree', 'decline']);
    expect(seen.texts.question).toContain('How do I keep a violin');
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect((await visitor().listsPublicAnswersOf(username)).data).toEqual([]);
    expect(await eventsAbout('conversation.publicProposed', id)).toHaveLength(1);
  });

  test('becomes public when the sender agrees to the version that they read', async () => {
    const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
    await expectRefused(sender.agreesToPublicAnswer({ id }, 2), 409, 'WRONG_STATUS');
    await sender.agreesToPublicAnswer({ id });
    await sender.agreesToPublicAnswer({ id });
    const { username, fullName } = recipient.user;
    const page = (await visitor().opensPublicAnswer(username, publicAnswerId)).data[0];
    expect(page).toMatchObject({ username, fullName, total: 1, more: [] });
    expect(JSON.stringify(page)).not.toContain(sender.user.fullName);
    expect((await visitor().listsPublicAnswersOf(username)).data).toHaveLength(1);
    expect(await eventsAbout('conversation.published', id)).toHaveLength(1);
  });

  test('is read again by the recipient when the sender hides more', async () => {
    const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
    await sender.revisesPublicAnswer({ id }, { edits: [hidden(0, 4)] });
    await expectRefused(sender.agreesToPublicAnswer({ id }, 2), 409, 'WRONG_STATUS');
    const seen = (await recipient.readsPublicCopy({ id })).data[0];
    expect(seen).toMatchObject({ state: 'REVISED', version: 2, editsBefore: [] });
    expect(seen.actions).toEqual(['agree', 'withdraw']);
    await expectRefused(recipient.agreesToPublicAnswer({ id }, 1), 409, 'WRONG_STATUS');
    await recipient.agreesToPublicAnswer({ id }, 2);
    const { username } = recipient.user;
    const page = (await visitor().opensPublicAnswer(username, publicAnswerId)).data[0];
    expect(page.answer[0][0]).toEqual({ text: '——', hidden: 'OTHER' });
    expect(page).toMatchObject({ placesHidden: 1, namesHidden: 0, placesReworded: 0 });
  });

  test('ends when the sender keeps the letter private, and is not made again', async () => {
    const { sender, recipient, id } = await proposedAnswer(world);
    await sender.keepsLetterPrivate({ id });
    await sender.keepsLetterPrivate({ id });
    await expectRefused(recipient.proposesPublicAnswer({ id }), 409, 'WRONG_STATUS');
    await expectRefused(sender.agreesToPublicAnswer({ id }), 409, 'WRONG_STATUS');
    expect((await recipient.readsPublicCopy({ id })).data[0].state).toBe('DECLINED');
  });

  test('lapses after 30 days, and is not made again', async () => {
    const { sender, recipient, id } = await proposedAnswer(world);
    world.advance(30 * DAY);
    await expectRefused(sender.agreesToPublicAnswer({ id }), 409, 'WRONG_STATUS');
    await expectRefused(recipient.proposesPublicAnswer({ id }), 409, 'WRONG_STATUS');
    expect((await sender.readsPublicCopy({ id })).data[0]).toMatchObject({
      state: 'LAPSED',
      actions: [],
    });
  });

  test('is made once for an Idempotency-Key, whose reply was lost', async () => {
    const { recipient, id } = await answeredOrder(world);
    const first = await recipient.proposesPublicAnswer({ id }, { key: 'one' });
    const again = await recipient.proposesPublicAnswer({ id }, { key: 'one' });
    expect(again).toEqual(first);
  });

  test('may be taken back by the recipient', async () => {
    const { sender, recipient, id } = await proposedAnswer(world);
    await recipient.withdrawsPublicAnswer({ id });
    await expectRefused(sender.agreesToPublicAnswer({ id }), 409, 'WRONG_STATUS');
  });

  test('may not show the name of the sender', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const edits = [{ ...hidden(0, 4), text: sender.user.fullName }];
    await expectRefused(recipient.proposesPublicAnswer({ id }, { edits }), 400, 'INVALID_INPUT');
  });

  test.each([
    ['overlap', [hidden(0, 4), hidden(2, 6)]],
    ['are outside the text', [hidden(0, 100_000)]],
    ['hide all of it', [hidden(0, 291)]],
  ])('may not have changes that %s', async (_, edits) => {
    const { recipient, id } = await answeredOrder(world);
    await expectRefused(recipient.proposesPublicAnswer({ id }, { edits }), 400, 'INVALID_INPUT');
  });

  test('is only for the author of a paid answer', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const other = await newPerson(world);
    await expectRefused(sender.proposesPublicAnswer({ id }), 403, 'FORBIDDEN');
    await expectRefused(other.proposesPublicAnswer({ id }), 404, 'NOT_FOUND');
    await expectRefused(other.readsPublicCopy({ id }), 404, 'NOT_FOUND');
    const waiting = await pendingOrder(world);
    await expectRefused(waiting.recipient.proposesPublicAnswer(waiting), 409, 'WRONG_STATUS');
    await sender.claims({ id });
    await expectRefused(recipient.proposesPublicAnswer({ id }), 409, 'WRONG_STATUS');
  });
});

describe('a public answer', () => {
  test.each(['sender', 'recipient'] as const)('is withdrawn at once by the %s', async (side) => {
    const order = await publicAnswer(world);
    const { recipient, id, publicAnswerId } = order;
    await order[side].withdrawsPublicAnswer({ id });
    await order[side].withdrawsPublicAnswer({ id });
    const { username } = recipient.user;
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect((await visitor().listsPublicAnswersOf(username)).pageTotal).toBe(0);
    await expectRefused(recipient.proposesPublicAnswer({ id }), 409, 'WRONG_STATUS');
  });

  test('is withdrawn by a claim in the transaction that opens it', async () => {
    const { sender, recipient, id, publicAnswerId } = await publicAnswer(world);
    await sender.claims({ id });
    const { username } = recipient.user;
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect(await eventsAbout('conversation.publicEnded', id)).toHaveLength(1);
  });

  test('is hidden by a block at once, and withdrawn for good', async () => {
    const { sender, recipient, id, publicAnswerId } = await publicAnswer(world);
    const { username } = recipient.user;
    await sender.blocks(recipient);
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect((await visitor().listsPublicAnswersOf(username)).data).toEqual([]);
    await deliver(withdrawPublicAnswers, await newestDomainEvent(world, 'contact.blocked'));
    await sender.unblocks(recipient);
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect((await recipient.readsPublicCopy({ id })).data[0].state).toBe('WITHDRAWN');
  });

  test('is found by words of its title and texts while it is public', async () => {
    const { sender, recipient, id, publicAnswerId } = await publicAnswer(world);
    const found = async (text: string) =>
      (await visitor().searchesPublicAnswers(text)).data.map((row: { id: string }) => row.id);
    expect(await found('dry winters')).toContain(publicAnswerId);
    expect(await found('SPONGE damp')).toContain(publicAnswerId);
    expect(await found('dry summers')).not.toContain(publicAnswerId);
    await recipient.withdrawsPublicAnswer({ id });
    // Before the index follows, and after it.
    expect(await found('dry winters')).not.toContain(publicAnswerId);
    await deliver(indexPublicAnswers, await newestDomainEvent(world, 'conversation.publicEnded'));
    expect(await found('dry winters')).not.toContain(publicAnswerId);
    expect(sender.user.fullName).toBeDefined();
  });

  test('is hidden while staff look at a report of somebody without an account', async () => {
    const { recipient, publicAnswerId } = await publicAnswer(world);
    const { username } = recipient.user;
    await visitor().reportsPublicAnswer(publicAnswerId, { text: 'This is about my family.' });
    await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    expect((await visitor().listsPublicAnswersOf(username)).data).toEqual([]);
    expect((await recipient.listsOwnPublicAnswers()).data[0]).toMatchObject({
      state: 'PUBLIC',
      held: true,
    });
  });

  test('shows the month alone in a sensitive field', async () => {
    const { sender, recipient, id } = await answeredOrder(world);
    const made = await recipient.proposesPublicAnswer({ id }, { sensitive: true });
    const { publicAnswerId } = made.data[0];
    await sender.agreesToPublicAnswer({ id });
    const { username } = recipient.user;
    const page = (await visitor().opensPublicAnswer(username, publicAnswerId)).data[0];
    expect(page).toMatchObject({ sensitive: true, date: expect.stringMatching(/^\d{4}-\d\d$/) });
    expect(page.publishedOn).toMatch(/^\d{4}-\d\d$/);
  });
});

describe('at the same moment', () => {
  test('an agreement and a withdrawal leave the answer private', async () => {
    await world.racing(async ({ race }) => {
      const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
      await race(
        () => responseTo(sender.agreesToPublicAnswer({ id })),
        () => responseTo(recipient.withdrawsPublicAnswer({ id })),
      );
      const { username } = recipient.user;
      await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    });
  });

  test('an agreement and a block leave the answer private', async () => {
    await world.racing(async ({ race }) => {
      const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
      await race(
        () => responseTo(sender.agreesToPublicAnswer({ id })),
        () => responseTo(recipient.blocks(sender)),
      );
      const { username } = recipient.user;
      await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    });
  });

  test('an agreement and a claim leave the answer private', async () => {
    await world.racing(async ({ race }) => {
      const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
      await race(
        () => responseTo(sender.agreesToPublicAnswer({ id })),
        () => responseTo(sender.claims({ id })),
      );
      const { username } = recipient.user;
      await expectRefused(visitor().opensPublicAnswer(username, publicAnswerId), 404, 'NOT_FOUND');
    });
  });

  test('an agreement of a process that dies is repeated, and the answer is public', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { sender, recipient, id, publicAnswerId } = await proposedAnswer(world);
      await crash(() => sender.agreesToPublicAnswer({ id }));
      await sender.agreesToPublicAnswer({ id });
      const { username } = recipient.user;
      expect((await visitor().opensPublicAnswer(username, publicAnswerId)).data).toHaveLength(1);
      expect((await recipient.readsPublicCopy({ id })).data[0].state).toBe('PUBLIC');
    });
  });

  test('a withdrawal of a process that dies leaves the answer public or withdrawn, in both places alike', async () => {
    await world.crashingAtEveryWrite(async ({ crash }) => {
      const { sender, recipient, id, publicAnswerId } = await publicAnswer(world);
      await crash(() => sender.withdrawsPublicAnswer({ id }));
      const { state } = (await recipient.readsPublicCopy({ id })).data[0];
      const page = await responseTo(
        visitor().opensPublicAnswer(recipient.user.username, publicAnswerId),
      );
      expect(page.http).toBe(state === 'PUBLIC' ? 200 : 404);
    });
  });
});

test('an hour of reports from one address is limited', async () => {
  const answers = [await publicAnswer(world)];
  const { publicAnswerId } = answers[0] as { publicAnswerId: string };
  const from = '203.0.113.77';
  const report = () => responseTo(visitor().reportsPublicAnswer(publicAnswerId, {}, { from }));
  for (let nth = 0; nth < 5; nth += 1) expect((await report()).http).toBe(200);
  expect((await report()).http).toBe(429);
  world.advance(HOUR);
  expect((await report()).http).toBe(200);
});
