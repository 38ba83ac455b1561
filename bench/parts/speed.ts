import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '../../lib/local/local.ts';
import { instant } from '../../shared/time.ts';
import { encodeForm } from '../../shared/wire.ts';
import { QUESTION } from '../../test/support/orders.ts';
import { newPerson } from '../../test/support/people.ts';
import { startBare } from '../bare.ts';
import { type LoadRequest, speedOf } from '../load.ts';
import { plantConversations } from '../plant.ts';

/*
 * Compares the local server (HTTP server, functions and emulators) with a minimal server over the same DynamoDB
 * Local. Prints JSON.
 */

/** Below the rate limit per caller and minute, including the warm-up. */
const READS = 450;
/** Below the rate limit of messages per sender and five minutes, including the warm-up. */
const WRITES_PER_SENDER = 50;
const SENDERS = 20;
const LIST_LENGTH = 45;

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-'));
const local = await startLocal({ folder, port: 0, seed: false, web: false, quiet: true });
const bare = await startBare();
const world = { now: () => instant(Date.now()) };

const recipient = await newPerson(world);
const planted = { recipient: recipient.user, status: 'OPEN', until: world.now() } as const;
const writers: { token: string; conversationId: string }[] = [];
for (let nth = 0; nth < SENDERS; nth += 1) {
  const sender = await newPerson(world);
  const [conversationId = ''] = await plantConversations({ ...planted, sender: sender.user }, 1);
  writers.push({ token: sender.token, conversationId });
}
await plantConversations({ ...planted, sender: (await newPerson(world)).user }, LIST_LENGTH);

const authorization = `Bearer ${recipient.token}`;
const profile: LoadRequest = {
  method: 'GET',
  path: `/api/viewUserProfile?id=${recipient.user.id}`,
};
const list: LoadRequest = {
  method: 'GET',
  path: `/api/viewInboxList?userId=${recipient.user.id}`,
  headers: { authorization },
};
let written = 0;
/** Senders take turns, so that no two concurrent messages belong to one conversation. */
const message = (): LoadRequest => {
  const { token, conversationId } = writers[written++ % SENDERS] as (typeof writers)[number];
  return {
    method: 'POST',
    path: '/api/createOrderMessage',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: encodeForm({
      orderId: conversationId,
      conversationStatus: 'OPEN',
      messageBody: QUESTION,
    }),
  };
};

const results: Record<string, unknown> = {};
const measured = [
  ['viewUserProfile', () => profile, READS],
  ['viewInboxList', () => list, READS],
  ['createOrderMessage', message, (WRITES_PER_SENDER * SENDERS) / 2],
] as const;
for (const [name, shot, count] of measured)
  results[name] = {
    local: await speedOf(local.url, shot, count),
    bare: await speedOf(bare.url, shot, count),
  };
process.stdout.write(JSON.stringify(results));
await bare.stop();
await local.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
