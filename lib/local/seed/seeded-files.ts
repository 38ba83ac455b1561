import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Destination, LocalFile } from '../deeds/attachments.ts';
import type { DemoActor } from './seed-context.ts';

/* The files of the demo data, and their upload. */

/** A picture or PDF of `files/`, and the name under which it is sent. */
export type SeededFile = { readonly file: string; readonly name: string };

/** How often the check of a file is asked for, and the pause (ms) between two questions. */
const TRIES = 300;
const PAUSE = 100;

const contentOf = (folder: string, name: string) =>
  readFileSync(join(import.meta.dirname, folder, name));

/** Uploads pictures and PDFs of the demo data, and waits until they are checked. Returns the ids of the attachments, in order. */
export const attachFiles = (
  me: DemoActor,
  files: readonly SeededFile[],
  destination: Destination,
): Promise<string[]> =>
  Promise.all(
    files.map(({ file, name }) => {
      const content = contentOf('files', file);
      const type = file.endsWith('.pdf')
        ? ({ kind: 'pdf', type: 'application/pdf' } as const)
        : ({ kind: 'picture', type: 'image/jpeg' } as const);
      return attach(me, { ...type, name, content }, destination);
    }),
  );

/** Uploads a recording of the demo data, and waits until it is checked. Returns the id of the attachment. */
export function attachRecording(
  me: DemoActor,
  name: string,
  destination: Destination,
): Promise<string> {
  const { peaks } = JSON.parse(contentOf('recordings', `${name}.json`).toString());
  const content = contentOf('recordings', `${name}.m4a`);
  const recording = { kind: 'voice', name: 'Spoken answer.m4a', type: 'audio/mp4' } as const;
  return attach(me, { ...recording, content, peaks }, destination);
}

async function attach(me: DemoActor, file: LocalFile, destination: Destination): Promise<string> {
  const id = await me.attaches(file, destination);
  for (let count = 0; count < TRIES; count += 1) {
    const [attachment] = (await me.unsentFiles([id])).data;
    if (attachment?.state === 'ready') return id;
    if (attachment?.state === 'refused')
      throw new Error(`${file.name} is refused: ${attachment.reason}`);
    await setTimeout(PAUSE);
  }
  throw new Error(`${file.name} is not checked`);
}
