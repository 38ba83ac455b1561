import {
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  OGG,
  Output,
  WEBM,
} from 'mediabunny';

/*
 * Recordings of voices, as browsers make them: AAC or Opus, in MP4, WebM or Ogg. They are repacked into one kind of file, an MP4 with its
 * index at the start, without decoding a sound. Shared: the browser joins the parts of a recording, and the server repacks what arrives.
 * docs/product/attachments.md#voice
 */

// What it would say about the files of strangers is in what it throws.
Logging.level = LogLevel.Silent;

/** The media type of every repacked recording. */
export const RECORDING_TYPE = 'audio/mp4';

/** What a recording is encoded with: MP4 names AAC-LC `mp4a.40.2`. */
type RecordingCodec = 'aac' | 'opus';

export type Recording = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly codec: RecordingCodec;
  /** How long it is, in seconds. */
  readonly seconds: number;
};

/** Why something is not repacked. */
export type RecordingRefusal = 'NOT_A_RECORDING' | 'RECORDING_TOO_LONG' | 'DIFFERENT_PARTS';

export class RecordingRefused extends Error {
  override readonly name = 'RecordingRefused';
  readonly reason: RecordingRefusal;
  constructor(reason: RecordingRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Repacks one recording, or the parts of one in their order, without a gap. What is not sound is left out: titles, places, pictures.
 * Throws RecordingRefused for anything else than one track of AAC or Opus, for more than `maxSeconds`, and for parts that differ in how
 * they are encoded.
 */
export async function repackRecording(
  parts: readonly Uint8Array[],
  maxSeconds: number,
): Promise<Recording> {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  let first: TrackOfPart | undefined;
  let source: EncodedAudioPacketSource | undefined;
  let seconds = 0;
  for (const part of parts) {
    const input = new Input({ formats: [MP4, WEBM, OGG], source: new BufferSource(part) });
    try {
      const track = await readable(trackOf(input));
      first ??= track;
      if (!isSameEncoding(first, track)) throw new RecordingRefused('DIFFERENT_PARTS');
      if (!source) {
        source = new EncodedAudioPacketSource(track.codec);
        output.addAudioTrack(source);
        await output.start();
      }
      seconds = await copyPackets(track, source, seconds, maxSeconds);
    } finally {
      input.dispose();
    }
  }
  if (!first || seconds === 0) throw new RecordingRefused('NOT_A_RECORDING');
  await output.finalize();
  const bytes = new Uint8Array(output.target.buffer as ArrayBuffer);
  return { bytes, codec: first.codec, seconds };
}

/** Encoders fill up their last packet, and clocks differ: a recording that was stopped at the limit is a little longer. */
const TOLERANCE_SECONDS = 2;

type TrackOfPart = {
  readonly track: InputAudioTrack;
  readonly codec: RecordingCodec;
  readonly config: AudioDecoderConfig;
};

async function trackOf(input: Input): Promise<TrackOfPart> {
  const tracks = await input.getTracks();
  const [track] = tracks;
  if (!track?.isAudioTrack() || tracks.length > 1) throw new RecordingRefused('NOT_A_RECORDING');
  const codec = await track.getCodec();
  const config = await track.getDecoderConfig();
  const isKnown = isCodec(codec) && (codec === 'opus' || config?.codec === AAC_LC);
  if (!config || !isKnown || config.numberOfChannels > 2)
    throw new RecordingRefused('NOT_A_RECORDING');
  return { track, codec, config };
}

/** The AAC that MediaRecorder writes, whose packets have 1,024 samples. */
const AAC_LC = 'mp4a.40.2';

const isCodec = (codec: AudioCodec | null): codec is RecordingCodec =>
  codec === 'aac' || codec === 'opus';

const isSameEncoding = (one: TrackOfPart, other: TrackOfPart): boolean =>
  one.codec === other.codec &&
  one.config.codec === other.config.codec &&
  one.config.sampleRate === other.config.sampleRate &&
  one.config.numberOfChannels === other.config.numberOfChannels;

/** Copies the packets behind those of `from` seconds. Returns where they end. */
async function copyPackets(
  { track, codec, config }: TrackOfPart,
  source: EncodedAudioPacketSource,
  from: number,
  maxSeconds: number,
): Promise<number> {
  let end = from;
  const sink = new EncodedPacketSink(track);
  let packet = await readable(sink.getFirstPacket());
  while (packet) {
    const duration = secondsOf(packet.data, codec, config.sampleRate);
    if (end + duration > maxSeconds + TOLERANCE_SECONDS)
      throw new RecordingRefused('RECORDING_TOO_LONG');
    const copy = new EncodedPacket(packet.data, 'key', end, duration);
    if (duration > 0) await source.add(copy, { decoderConfig: config });
    end += duration;
    packet = await readable(sink.getNextPacket(packet));
  }
  return end;
}

/**
 * How long a packet sounds, in seconds, by the packet itself: what containers say of the last packet of a fragment is often wrong.
 * 0 for an empty one.
 */
function secondsOf(packet: Uint8Array, codec: RecordingCodec, sampleRate: number): number {
  const [first, second = 0] = packet;
  if (first === undefined) return 0;
  return codec === 'aac' ? 1024 / sampleRate : opusMilliseconds(first, second) / 1000;
}

/** By the first byte of an Opus packet, and the number of frames in its second (RFC 6716, 3.1 and 3.2). */
function opusMilliseconds(first: number, second: number): number {
  const configuration = first >> 3;
  const sizes = configuration < 12 ? SILK_SIZES : configuration < 16 ? HYBRID_SIZES : CELT_SIZES;
  const size = sizes[configuration % sizes.length] as number;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? second & 63 : 2;
  return size * frames;
}

/* The lengths of a frame in milliseconds. */
const SILK_SIZES = [10, 20, 40, 60];
const HYBRID_SIZES = [10, 20];
const CELT_SIZES = [2.5, 5, 10, 20];

/** The parser throws for bytes that it does not know; to their sender that is one thing. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RecordingRefused) throw error;
    throw new RecordingRefused('NOT_A_RECORDING');
  }
}
