import { describe, expect, jest, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { handler as measureBusiness } from '#functions/events/measureBusiness.ts';
import { handler as publishEvents } from '#functions/events/publishEvents.ts';
import { eventBridge } from '#functions/gateways/events.ts';
import { serveSubscriber } from '#functions/serve-work.ts';
import { subscribers } from '#shared/api/subscribers.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { lambdaContext } from '../../support/call.ts';
import { pendingOrder } from '../../support/orders.ts';
import { worldOfFile } from '../../support/test-world.ts';

const world = worldOfFile({ stream: true });

const recordsSoFar = () => world.streamRecords();

describe('domain events', () => {
  test('are published to the bus from the table’s stream', async () => {
    const [one, two, three] = [
      await pendingOrder(world),
      await pendingOrder(world),
      await pendingOrder(world),
    ];
    await one.recipient.answers(one);
    await two.sender.cancels(two);
    await three.recipient.reportsLetter(three);
    const result = await publishEvents({ Records: await recordsSoFar() }, lambdaContext());
    expect(result).toEqual({ batchItemFailures: [] });
    const told = world.events.map((event) => event['detail-type']).sort();
    const ofConversations = told.filter((type) => type !== 'user.named');
    expect(ofConversations).toEqual([
      'conversation.answered',
      'conversation.cancelled',
      'conversation.paid',
      'conversation.paid',
      'conversation.paid',
      'conversation.reported',
    ]);
    const reported = world.events.find((event) => event['detail-type'] === 'conversation.reported');
    expect(reported).toMatchObject({
      source: 'replypaid',
      detail: {
        type: 'conversation.reported',
        detail: { conversationId: three.id, reasonCode: 'SPAM_PHISHING' },
      },
    });
  });

  test('are published when they are written, and not when their item is changed or expires', async () => {
    const before = world.events.length;
    const changed = (await recordsSoFar()).flatMap((record) => [
      { ...record, eventName: 'MODIFY' as const },
      { ...record, eventName: 'REMOVE' as const },
    ]);
    await publishEvents({ Records: changed }, lambdaContext());
    expect(world.events).toHaveLength(before);
  });

  test('contain the id of the request that wrote them, which subscribers log', async () => {
    const paid = world.events.find((event) => event['detail-type'] === 'conversation.paid');
    if (!paid) throw new Error('nothing is told of a payment');
    const { id, causedBy } = paid.detail as DomainEvent;
    expect(causedBy).toMatch(/^[0-9a-f-]{36}$/);
    const written: string[] = [];
    const level = process.env.LOG_LEVEL;
    process.env.LOG_LEVEL = 'INFO';
    const take = (text: unknown) => written.push(String(text)) > 0;
    const spies = [
      jest.spyOn(process.stdout, 'write').mockImplementation(take),
      jest.spyOn(console, 'info').mockImplementation(take),
    ];
    try {
      const subscriber = serveSubscriber(subscribers.measureBusiness, async () => {});
      await subscriber(paid as never, lambdaContext());
    } finally {
      for (const spy of spies) spy.mockRestore();
      process.env.LOG_LEVEL = level;
    }
    const lines = written.map((line) => JSON.parse(line));
    expect(lines).toEqual([
      expect.objectContaining({ message: 'received', eventId: id, causedBy }),
    ]);
  });

  test('that the bus rejects are published again', async () => {
    const records = (await recordsSoFar()).filter(({ eventName }) => eventName === 'INSERT');
    const bus = mockClient(eventBridge).rejects(new Error('the bus is away'));
    const result = await publishEvents({ Records: records }, lambdaContext());
    bus.restore();
    // Each of the orders has two people, whose registrations published events as well.
    expect(result.batchItemFailures).toHaveLength(6 + 6);
    expect(result.batchItemFailures.every(({ itemIdentifier }) => itemIdentifier !== '')).toBe(
      true,
    );
  });

  test('are sent to the bus again at once after a request that failed', async () => {
    const records = (await recordsSoFar()).filter(({ eventName }) => eventName === 'INSERT');
    const failing = jest
      .spyOn(eventBridge, 'send')
      .mockImplementationOnce(() => Promise.reject(new Error('the bus is away')));
    expect(records.length).toBeGreaterThan(0);
    const result = await publishEvents({ Records: records }, lambdaContext());
    failing.mockRestore();
    expect(result).toEqual({ batchItemFailures: [] });
  });

  test('that cannot be parsed do not block later ones', async () => {
    const records = (await recordsSoFar()).filter(
      ({ eventName, dynamodb }) =>
        eventName === 'INSERT' && dynamodb?.Keys?.pk?.S?.startsWith('EVENT#'),
    );
    const [first, ...others] = records;
    const unreadable = {
      ...first,
      dynamodb: { ...first?.dynamodb, NewImage: first?.dynamodb?.Keys },
    };
    const told = world.events.length;
    const result = await publishEvents({ Records: [unreadable, ...others] }, lambdaContext());
    expect(result).toEqual({ batchItemFailures: [] });
    expect(world.events).toHaveLength(told + others.length);
  });

  test('are each counted as a business metric, with lost money in cents', async () => {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      lines.push(String(line));
      return true;
    });
    const conversationId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const detail = { conversationId, senderId: 'a', recipientId: 'b', amountCents: 2_500 };
    const fact = { id: 'f', type: 'money.lost', at: 1, detail };
    await measureBusiness({ detail: fact } as never, lambdaContext());
    write.mockRestore();
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({
      'money.lost': 1,
      'money.lost.cents': 2_500,
    });
  });
});
