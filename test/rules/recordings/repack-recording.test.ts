import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { repackRecording } from '#shared/recordings/repack-recording.ts';
import { recordings } from '#test/support/recordings.ts';

/* The files are what MediaRecorder of three engines wrote: 3 seconds of a tone. */

describe('a recording that a browser made', () => {
  test.each([
    ['Opus in WebM, of Chromium', recordings.chromiumWebm, 'opus', 3.18],
    ['Opus in fragments of MP4, of Chromium', recordings.chromiumMp4, 'opus', 3.18],
    ['Opus in Ogg, of Firefox', recordings.firefoxOgg, 'opus', 3.24],
    ['AAC in fragments of MP4, of WebKit', recordings.webkitMp4, 'aac', 3.37],
  ] as const)('%s, becomes an MP4 of its length', async (_, file, codec, seconds) => {
    const repacked = await repackRecording([file()], 180);
    expect(repacked.codec).toBe(codec);
    expect(repacked.seconds).toBeCloseTo(seconds, 2);
    expect(await durationOf(repacked.bytes)).toBeCloseTo(seconds, 1);
  });

  test('has its index at the start, so that it plays and jumps before it is loaded', async () => {
    const { bytes } = await repackRecording([recordings.chromiumWebm()], 180);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
    expect(text).not.toContain('moof');
  });

  test('keeps every packet as it is', async () => {
    const original = recordings.webkitMp4();
    const { bytes } = await repackRecording([original], 180);
    expect(await packetsOf(bytes)).toEqual(await packetsOf(original));
  });

  test('loses its titles, places and comments', async () => {
    const { bytes: plain } = await repackRecording([recordings.webkitMp4()], 180);
    const tagged = await withTags(plain, {
      title: 'At home in Izmir',
      comment: 'recorded at +38.4237+027.1428/',
    });
    expect(Buffer.from(tagged).toString('latin1')).toContain('Izmir');
    const { bytes } = await repackRecording([tagged], 180);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toContain('Izmir');
    expect(text).not.toContain('38.4237');
  });

  test('is the same file when it is repacked again', async () => {
    const once = await repackRecording([recordings.firefoxOgg()], 180);
    const twice = await repackRecording([once.bytes], 180);
    expect(twice.seconds).toBeCloseTo(once.seconds, 6);
    expect(await packetsOf(twice.bytes)).toEqual(await packetsOf(once.bytes));
  });

  test('that ends in the middle of a second is read as far as it goes', async () => {
    const whole = recordings.chromiumWebm();
    const { seconds } = await repackRecording([whole.slice(0, whole.length * 0.6)], 180);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(3);
  });
});

describe('parts of a recording', () => {
  test('become one without a gap', async () => {
    const part = recordings.webkitMp4();
    const { seconds, bytes } = await repackRecording([part, part], 180);
    expect(seconds).toBeCloseTo(2 * 3.37, 1);
    expect(await packetsOf(bytes)).toHaveLength(2 * (await packetsOf(part)).length);
  });

  test('that are encoded differently are refused', async () => {
    const joined = repackRecording([recordings.webkitMp4(), recordings.firefoxOgg()], 180);
    await expect(joined).rejects.toMatchObject({ reason: 'DIFFERENT_PARTS' });
  });
});

describe('what is refused', () => {
  test('a recording that is longer than allowed', async () => {
    const part = recordings.firefoxOgg();
    const long = repackRecording(
      Array.from({ length: 20 }, () => part),
      60,
    );
    await expect(long).rejects.toMatchObject({ reason: 'RECORDING_TOO_LONG' });
    await expect(repackRecording([part], 2)).resolves.toMatchObject({ codec: 'opus' });
  });

  test.each([
    ['an empty file', new Uint8Array()],
    ['a text', new TextEncoder().encode('This is not a recording. '.repeat(400))],
    ['a WebM without sound', recordings.chromiumWebm().slice(0, 150)],
    [
      'a picture',
      new Uint8Array(
        readFileSync(
          join(import.meta.dirname, '../../../lib/local/seed/portraits/ana.markovic.webp'),
        ),
      ),
    ],
  ])('%s', async (_, file) => {
    await expect(repackRecording([file], 180)).rejects.toMatchObject({
      reason: 'NOT_A_RECORDING',
    });
  });

  test('a file with any damaged byte, or it is read; nothing else is thrown', async () => {
    const original = recordings.chromiumMp4();
    for (let at = 0; at < 1_500; at += 23) {
      const damaged = Uint8Array.from(original);
      damaged[at] = 255 - (damaged[at] ?? 0);
      const outcome = await repackRecording([damaged], 180).catch((error: Error) => error.name);
      expect(typeof outcome === 'string' ? outcome : outcome.codec).toMatch(
        /^(RecordingRefused|opus|aac)$/,
      );
    }
  });
});

async function trackOf(bytes: Uint8Array) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('The file has no sound');
  return { input, track };
}

const durationOf = async (bytes: Uint8Array) => (await trackOf(bytes)).input.computeDuration();

async function packetsOf(bytes: Uint8Array): Promise<string[]> {
  const { track } = await trackOf(bytes);
  const packets: string[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets())
    packets.push(Buffer.from(data).toString('base64'));
  return packets;
}

/** The same recording with tags, as other programs write them. */
async function withTags(
  bytes: Uint8Array,
  tags: { title: string; comment: string },
): Promise<Uint8Array> {
  const { track } = await trackOf(bytes);
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source, { name: tags.title });
  output.setMetadataTags(tags);
  await output.start();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, decoderConfig && { decoderConfig });
  await output.finalize();
  return new Uint8Array(output.target.buffer as ArrayBuffer);
}
