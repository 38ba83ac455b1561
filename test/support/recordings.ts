import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * What MediaRecorder of three engines wrote, in pieces of a second: 3 seconds of their test tone. Chromium 156 (48 kHz, Opus), Firefox 153
 * (Opus) and WebKitGTK (44.1 kHz, AAC), whose file stands for Safari's.
 */

const read = (name: string) => (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'recordings', name)));

export const recordings = {
  chromiumWebm: read('chromium.webm'),
  chromiumMp4: read('chromium.mp4'),
  firefoxOgg: read('firefox.ogg'),
  webkitMp4: read('webkit.mp4'),
};
