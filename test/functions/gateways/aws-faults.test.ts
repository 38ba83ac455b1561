import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsCommandInput,
} from '@aws-sdk/client-eventbridge';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { type AwsError, isTransient } from '#functions/aws-errors.ts';
import { publish } from '#functions/gateways/events.ts';
import { sms } from '#functions/gateways/sms.ts';
import { table } from '#functions/storage/table.ts';
import type { DomainEvent } from '#shared/domain-events.ts';
import { SETTINGS } from '../../support/world.ts';

/* What only AWS does wrong, and no emulator: answers of the services that gateways have to understand. */

process.env.TABLE_NAME = 'none';
process.env.SETTINGS = JSON.stringify(SETTINGS);

const bus = mockClient(EventBridgeClient);
const topic = mockClient(SNSClient);
const dynamoDb = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  for (const client of [bus, topic, dynamoDb]) client.reset();
});
// The files of a worker share the packages.
afterAll(() => {
  for (const client of [bus, topic, dynamoDb]) client.restore();
});

const named = (name: string, message = name) => Object.assign(new Error(message), { name });

describe('publishing domain events', () => {
  const events = ['one', 'two', 'three'].map(
    (id) => ({ id, type: 'user.named', at: 0, detail: { userId: id } }) as unknown as DomainEvent,
  );
  const sentIds = () =>
    bus.commandCalls(PutEventsCommand).map(({ args: [{ input }] }) => idsIn(input));
  const idsIn = ({ Entries = [] }: PutEventsCommandInput) =>
    Entries.map(({ Detail = '{}' }) => JSON.parse(Detail).id);

  test('sends only those entries again that EventBridge did not accept', async () => {
    bus
      .on(PutEventsCommand)
      .resolvesOnce({
        FailedEntryCount: 1,
        Entries: [{ EventId: '1' }, { ErrorCode: 'ThrottlingException' }, { EventId: '3' }],
      })
      .resolves({ FailedEntryCount: 0, Entries: [{ EventId: '2' }] });
    expect([...(await publish(events))]).toEqual([]);
    expect(sentIds()).toEqual([['one', 'two', 'three'], ['two']]);
  });

  test('returns the ids of entries that EventBridge refuses each time', async () => {
    bus.on(PutEventsCommand).callsFake((input: PutEventsCommandInput) => ({
      Entries: idsIn(input).map((id) => (id === 'three' ? { ErrorCode: 'InternalFailure' } : {})),
    }));
    expect([...(await publish(events))]).toEqual(['three']);
    expect(sentIds()).toEqual([['one', 'two', 'three'], ['three'], ['three']]);
  });
});

test('a text message that SNS refuses is an error without the number and the body', async () => {
  topic
    .on(PublishCommand)
    .rejects(named('InvalidParameterException', 'Invalid parameter: +15556000001 is no number'));
  const sent = sms.send('+15556000001', 'Your code is 123456');
  await expect(sent).rejects.toThrow(
    new Error('a text message was not handed over: InvalidParameterException'),
  );
});

test('a table that throttles after all tries throws an error that passes by itself', async () => {
  dynamoDb.on(GetCommand).rejects(named('ProvisionedThroughputExceededException'));
  const fault = await table.get({ pk: 'NONE', sk: 'NONE' }).catch((error: AwsError) => error);
  expect(isTransient(fault as AwsError)).toBe(true);
});
