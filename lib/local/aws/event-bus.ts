import { randomUUID } from 'node:crypto';
import { type Answer, type AwsWorld, json } from './service.ts';

type Entry = { Source?: string; DetailType?: string; Detail?: string };

/** EventBridge: `PutEvents`, entry by entry, with the reason for each that is refused. */
export function answerEventBridge(world: AwsWorld, target: string, body: string): Answer {
  if (target !== 'AWSEvents.PutEvents')
    return json(400, { __type: 'ValidationException', message: 'Only PutEvents is known here.' });
  const { Entries: entries = [] } = JSON.parse(body) as { Entries?: Entry[] };
  const results = entries.map((entry) => accept(world, entry));
  return json(200, {
    FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
    Entries: results,
  });
}

function accept(world: AwsWorld, { Source, DetailType, Detail }: Entry) {
  if (!Source || !DetailType || !Detail)
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: 'Source, DetailType and Detail are required',
    };
  let detail: unknown;
  try {
    detail = JSON.parse(Detail);
  } catch {
    return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  }
  const id = randomUUID();
  world.onEvent({ id, source: Source, 'detail-type': DetailType, detail });
  return { EventId: id };
}
