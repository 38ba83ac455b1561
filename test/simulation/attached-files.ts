import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { keptFileOf } from '#functions/attachments/checked-file.ts';
import { beginCheck, endCheck } from '#functions/storage/attachments/attachments.ts';
import { table } from '#functions/storage/table.ts';
import type { ChosenFile, Destination } from '#lib/local/deeds/attachments.ts';
import type { Answer } from '../support/call.ts';
import { does, type FlowStep, runStep } from './flow-steps.ts';
import type { Person } from './people.ts';
import { clock, type Simulation } from './simulation.ts';

/* Files that people attach: pictures that are ready to be sent, and recordings, which are uploaded and checked. */

const CONTENT = Buffer.from('a picture');

/** A picture as it is chosen. */
export const PICTURE: ChosenFile = {
  kind: 'picture',
  name: 'north wall.jpg',
  type: 'image/jpeg',
  bytes: CONTENT.length,
};

/** The id of the attachment that a call began. */
export const attachmentIn = (answer: unknown): string =>
  (answer as Answer).body.data[0].attachmentId;

async function choose(
  simulation: Simulation,
  person: Person,
  file: ChosenFile,
  destination: Destination,
): Promise<string> {
  const chooses = does(person, (me) => me.choosesFile(file, destination));
  return attachmentIn((await runStep(simulation, chooses)).answer);
}

/** Chooses a picture and has it checked. Returns its id. */
export async function readyPicture(
  simulation: Simulation,
  person: Person,
  destination: Destination,
): Promise<string> {
  const id = await choose(simulation, person, PICTURE, destination);
  await keepPicture(simulation, person, id);
  return id;
}

/**
 * Stores a picture that was checked, unless its attachment is gone. The check itself is left out, because it draws the picture in threads, which end in an order of their
 * own.
 */
export async function keepPicture(
  { world }: Simulation,
  { id: userId }: Person,
  id: string,
): Promise<void> {
  const [now, checkedBy] = [clock.now(), 'the check'];
  if ((await table.write(beginCheck(userId, id, checkedBy, now))) === 'BUSY') return;
  world.bucket.files.set(`attachments/${id}/whole`, CONTENT);
  const file = keptFileOf({ content: CONTENT, type: 'image/jpeg', width: 1, height: 1 });
  await table.write(endCheck(userId, id, { checkedBy, file, now }));
}

// Found by the names of package.json, because the bundle of the simulation is elsewhere.
const RECORDING = createRequire(import.meta.url).resolve('#test/support/recordings/chromium.webm');

/** Uploads a recording, which is not checked yet. Returns its id. */
export async function uploadedRecording(
  simulation: Simulation,
  person: Person,
  destination: Destination,
): Promise<string> {
  const content = readFileSync(RECORDING);
  const file = { kind: 'voice', name: 'Voice.webm', type: 'audio/webm' } as const;
  const id = await choose(simulation, person, { ...file, bytes: content.length }, destination);
  simulation.world.bucket.upload(`uploads/${person.id}/${id}`, content);
  return id;
}

/** Uploads a recording and checks it. Returns its id. */
export async function readyRecording(
  simulation: Simulation,
  person: Person,
  destination: Destination,
): Promise<string> {
  const id = await uploadedRecording(simulation, person, destination);
  await runStep(simulation, checkStep);
  return id;
}

/** Delivers the event of the oldest upload that was not checked; if there is none, the last one again. */
export const checkStep: FlowStep = (simulation) => {
  const { pending, uploads } = simulation.world.bucket;
  const event = pending[0] ?? uploads.at(-1);
  if (!event) throw new Error('nothing was uploaded');
  return simulation.checkUpload(event);
};
