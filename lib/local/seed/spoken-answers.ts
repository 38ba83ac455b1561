import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Order } from '../deeds/things.ts';
import type { DemoActor } from './seed-context.ts';

/** How often the check of a recording is asked for, and the pause (ms) between two questions. */
const TRIES = 300;
const PAUSE = 100;

/** Uploads a recording of the demo data for an answer, and waits until it is checked. Returns the id of the attachment. */
export async function attachRecording(me: DemoActor, order: Order, name: string): Promise<string> {
  const file = join(import.meta.dirname, 'recordings', name);
  const { peaks } = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
  const id = await me.attaches(
    {
      kind: 'voice',
      name: 'Spoken answer.m4a',
      type: 'audio/mp4',
      content: readFileSync(`${file}.m4a`),
      peaks,
    },
    { in: order },
  );
  for (let count = 0; count < TRIES; count += 1) {
    const [attachment] = (await me.unsentFiles([id])).data;
    if (attachment?.state === 'ready') return id;
    if (attachment?.state === 'refused')
      throw new Error(`The recording ${name} is refused: ${attachment.reason}`);
    await setTimeout(PAUSE);
  }
  throw new Error(`The recording ${name} is not checked`);
}
