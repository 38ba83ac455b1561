import { LEVELS_PER_SECOND, levelOf } from './waveform.ts';

/*
 * The microphone of this browser, and what MediaRecorder makes of it. A recording consists of parts, one for each time that it went on: a
 * part is stopped, never paused, because some versions of Safari cannot pause one, and because what was stopped is a whole file.
 * docs/product/attachments.md#voice
 */

/**
 * Why nothing can be recorded: the microphone is not allowed, there is none, another program has it, the browser cannot, or another tab
 * has the recording.
 */
export type Blocked = 'denied' | 'missing' | 'busy' | 'unsupported' | 'elsewhere';

/** Why a recording paused by itself: the page was hidden, or the microphone was taken away, as by a call. */
export type Interruption = 'hidden' | 'microphone';

export class MicrophoneBlocked extends Error {
  override readonly name = 'MicrophoneBlocked';
  readonly reason: Blocked;
  constructor(reason: Blocked) {
    super(reason);
    this.reason = reason;
  }
}

export type PartEvents = {
  /** A piece of the part, about once a second and at its end, in order. */
  onData: (piece: Uint8Array<ArrayBuffer>) => void;
  onInterrupted: (reason: Interruption) => void;
};

/** A part that is being recorded. */
export type Part = {
  /** How loud it is now, from 0 to 100. */
  level(): number;
  /** Ends the part. Resolves after its last piece. */
  stop(): Promise<void>;
};

export type Microphone = {
  record(events: PartEvents): Part;
  /** Gives the microphone back. */
  close(): void;
};

/** In the order of preference: every supported browser plays AAC, and those of before 2024 on Apple's devices no Opus. */
const TYPES = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4',
];
/** Enough for a voice; three minutes have about a megabyte. */
const BITS_PER_SECOND = 48_000;
/** Enough to measure how loud a voice is (Hz); every supported browser decodes at this rate. */
const SAMPLE_RATE = 16_000;
/** How often a piece arrives, in milliseconds: what a crash can lose. */
const PIECE_MS = 1_000;

/** Asks for the microphone. Throws MicrophoneBlocked. */
export async function openMicrophone(): Promise<Microphone> {
  const type = recordableType();
  if (!type || !navigator.mediaDevices) throw new MicrophoneBlocked('unsupported');
  const stream = await askFor({ echoCancellation: true, noiseSuppression: true, channelCount: 1 });
  const meter = meterOf(stream);
  return {
    record: (events) => recordPart(stream, type, meter.level, events),
    close() {
      meter.close();
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

/** The best type that this browser records; undefined if it records none. */
function recordableType(): string | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

async function askFor(audio: MediaTrackConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new MicrophoneBlocked(REASONS[error instanceof Error ? error.name : ''] ?? 'busy');
  }
}

/** https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
const REASONS: Readonly<Record<string, Blocked>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  TypeError: 'unsupported',
};

function recordPart(
  stream: MediaStream,
  mimeType: string,
  level: () => number,
  { onData, onInterrupted }: PartEvents,
): Part {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  // Reading a piece takes time, and their order matters.
  let read: Promise<void> = Promise.resolve();
  recorder.ondataavailable = ({ data }) => {
    read = read.then(async () => onData(new Uint8Array(await data.arrayBuffer())));
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  recorder.onerror = () => onInterrupted('microphone');
  recorder.start(PIECE_MS);
  // Last, because a browser can refuse to start.
  const ignoreInterruptions = whenInterrupted(stream, onInterrupted);
  const letSleep = keepAwake();
  return {
    level,
    async stop() {
      ignoreInterruptions();
      letSleep();
      // It has stopped by itself if its track has ended.
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
      await read;
    },
  };
}

/** Listens for what takes the microphone away. Returns what ends that. */
function whenInterrupted(
  stream: MediaStream,
  onInterrupted: (reason: Interruption) => void,
): () => void {
  const taken = () => onInterrupted('microphone');
  const left = () => {
    if (document.visibilityState === 'hidden') onInterrupted('hidden');
  };
  const gone = () => onInterrupted('hidden');
  const listened: readonly (readonly [EventTarget, string, () => void])[] = [
    ...stream
      .getAudioTracks()
      .flatMap((track) => [[track, 'ended', taken] as const, [track, 'mute', taken] as const]),
    [document, 'visibilitychange', left],
    [window, 'pagehide', gone],
  ];
  for (const [target, event, listener] of listened) target.addEventListener(event, listener);
  return () => {
    for (const [target, event, listener] of listened) target.removeEventListener(event, listener);
  };
}

/** Keeps the screen on, where the browser can: a locked one ends the recording. Returns what lets it sleep again. */
function keepAwake(): () => void {
  const lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  return () => void lock?.then((held) => held?.release()).catch(() => undefined);
}

/** Measures how loud the microphone is. Without Web Audio everything is silent, and is recorded all the same. */
function meterOf(stream: MediaStream): { level: () => number; close: () => void } {
  let made: AudioContext | undefined;
  try {
    const context = new AudioContext();
    made = context;
    const resume = () => void context.resume().catch(() => undefined);
    resume();
    const analyser = context.createAnalyser();
    // As long as the time between two levels, or nearly.
    analyser.fftSize = 2 ** Math.floor(Math.log2(context.sampleRate / LEVELS_PER_SECOND));
    const source = context.createMediaStreamSource(stream);
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      level() {
        // Also after a call, for which Safari knows a state of its own, and refuses to go on while the call lasts.
        if (context.state !== 'running') resume();
        analyser.getFloatTimeDomainData(samples);
        return levelOf(samples);
      },
      close() {
        // Referred to until here: Firefox collects a source that nothing refers to, and then measures silence.
        source.disconnect();
        void context.close().catch(() => undefined);
      },
    };
  } catch {
    // Some versions of Firefox refuse a microphone with another sample rate, as a headset has.
    void made?.close().catch(() => undefined);
    return { level: () => 0, close: () => undefined };
  }
}

/**
 * How loud a file is, by which a recording has a waveform if nothing measured the microphone: Firefox runs no Web Audio on a device
 * without a loudspeaker. Empty for a file that the browser cannot decode.
 */
export async function levelsOfFile(bytes: Uint8Array<ArrayBuffer>): Promise<readonly number[]> {
  try {
    // Decoding takes the memory away from the bytes that are handed over.
    const { buffer } = bytes.slice();
    const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(buffer);
    const samples = sound.getChannelData(0);
    const step = Math.floor(sound.sampleRate / LEVELS_PER_SECOND);
    return Array.from({ length: Math.ceil(samples.length / step) }, (_, nth) =>
      levelOf(samples.subarray(nth * step, (nth + 1) * step)),
    );
  } catch {
    return [];
  }
}
