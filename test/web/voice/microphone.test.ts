import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Interruption, openMicrophone, type Part } from '#web/features/voice/microphone.ts';

/* A browser that records: MediaRecorder and the microphone as jsdom lacks them. */

let supported: string[] = [];
let tracks: FakeTrack[] = [];
let recorders: FakeRecorder[] = [];
let contexts: FakeAudioContext[] = [];
let refusal: string | undefined;
let locks = 0;

beforeEach(() => {
  supported = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus'];
  tracks = [];
  recorders = [];
  contexts = [];
  refusal = undefined;
  locks = 0;
  Object.assign(globalThis, { MediaRecorder: FakeRecorder });
  define('mediaDevices', {
    async getUserMedia() {
      if (refusal) throw new DOMException('no', refusal);
      const track = new FakeTrack();
      tracks.push(track);
      return { getTracks: () => [track], getAudioTracks: () => [track] };
    },
  });
  define('wakeLock', {
    async request() {
      locks += 1;
      return {
        release: async () => {
          locks -= 1;
        },
      };
    },
  });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'MediaRecorder');
  define('mediaDevices', undefined);
  define('wakeLock', undefined);
  setVisibility('visible');
});

describe('what is recorded', () => {
  test.each([
    [['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus'], 'audio/mp4;codecs=mp4a.40.2'],
    [['audio/mp4', 'audio/webm;codecs=opus'], 'audio/webm;codecs=opus'],
    [['audio/ogg;codecs=opus'], 'audio/ogg;codecs=opus'],
    [['audio/mp4'], 'audio/mp4'],
  ])('where the browser records %j is %s', async (types, chosen) => {
    supported = types;
    await begin();
    expect(recorders[0]?.options).toEqual({ mimeType: chosen, audioBitsPerSecond: 48_000 });
  });

  test('arrives in order, about once a second, and whole at the end', async () => {
    const { part, pieces } = await begin();
    expect(recorders[0]?.piece).toBe(1_000);
    recorders[0]?.deliver('a'.repeat(5_000));
    recorders[0]?.deliver('b');
    await part.stop();
    expect(pieces().map((piece) => piece.at(0))).toEqual(['a', 'b', 'z']);
  });

  test('keeps the screen on until it stops', async () => {
    const { part } = await begin();
    expect(locks).toBe(1);
    await part.stop();
    await Promise.resolve();
    expect(locks).toBe(0);
  });

  test('needs neither Web Audio nor a wake lock', async () => {
    define('wakeLock', undefined);
    const { part } = await begin();
    expect(part.level()).toBe(0);
    await part.stop();
  });
});

describe('how loud it is', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'AudioContext'));

  test.each(['suspended', 'interrupted'])(
    'is measured again after the browser has %s the measurement, as a call does on an iPhone',
    async (state) => {
      Object.assign(globalThis, { AudioContext: FakeAudioContext });
      const { part } = await begin();
      const context = contexts[0] as FakeAudioContext;
      expect(part.level()).toBeGreaterThan(0);
      context.state = state;
      context.isRefusing = true;
      // The call lasts.
      expect(part.level()).toBe(0);
      await Promise.resolve();
      context.isRefusing = false;
      part.level();
      expect(part.level()).toBeGreaterThan(0);
    },
  );
});

describe('Web Audio that refuses the microphone', () => {
  afterEach(() => void Reflect.deleteProperty(globalThis, 'AudioContext'));

  test('leaves a recording without its loudness, and is not left running', async () => {
    class Refusing extends FakeAudioContext {
      override createMediaStreamSource = (): never => {
        throw new DOMException('Different sample rates', 'NotSupportedError');
      };
    }
    Object.assign(globalThis, { AudioContext: Refusing });
    const { part, pieces } = await begin();
    expect(part.level()).toBe(0);
    expect(contexts.map(({ state }) => state)).toEqual(['closed']);
    await part.stop();
    expect(pieces()).toEqual(['z']);
  });
});

describe('an interruption', () => {
  test.each<[string, Interruption, () => void]>([
    [
      'a call, which mutes the microphone',
      'microphone',
      () => tracks[0]?.dispatchEvent(new Event('mute')),
    ],
    [
      'a microphone that is unplugged',
      'microphone',
      () => tracks[0]?.dispatchEvent(new Event('ended')),
    ],
    ['a failing encoder', 'microphone', () => recorders[0]?.onerror?.()],
    ['a locked screen or another app', 'hidden', () => setVisibility('hidden')],
    ['leaving the page', 'hidden', () => window.dispatchEvent(new Event('pagehide'))],
  ])('%s, is noticed', async (_, reason, happens) => {
    const { interruptions } = await begin();
    happens();
    expect(interruptions).toEqual([reason]);
  });

  test('after the part has stopped is none', async () => {
    const { part, interruptions } = await begin();
    await part.stop();
    setVisibility('hidden');
    tracks[0]?.dispatchEvent(new Event('ended'));
    expect(interruptions).toEqual([]);
  });

  test('that ended the recorder by itself leaves what was recorded', async () => {
    const { part, pieces } = await begin();
    recorders[0]?.stop();
    await part.stop();
    expect(pieces()).toEqual(['z']);
  });
});

describe('a microphone that cannot be had', () => {
  test.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
  ])('because of %s is %s', async (name, reason) => {
    refusal = name;
    await expect(openMicrophone()).rejects.toMatchObject({ reason });
  });

  test('because the browser has no MediaRecorder, no type or no microphones is unsupported', async () => {
    supported = [];
    await expect(openMicrophone()).rejects.toMatchObject({ reason: 'unsupported' });
    supported = ['audio/mp4'];
    define('mediaDevices', undefined);
    await expect(openMicrophone()).rejects.toMatchObject({ reason: 'unsupported' });
    Reflect.deleteProperty(globalThis, 'MediaRecorder');
    await expect(openMicrophone()).rejects.toMatchObject({ reason: 'unsupported' });
  });
});

test('closing gives the microphone back', async () => {
  const microphone = await openMicrophone();
  microphone.close();
  expect(tracks[0]?.isStopped).toBe(true);
});

async function begin() {
  const received: Uint8Array[] = [];
  const interruptions: Interruption[] = [];
  const microphone = await openMicrophone();
  const part: Part = microphone.record({
    onData: (piece) => received.push(piece),
    onInterrupted: (reason) => interruptions.push(reason),
  });
  return {
    part,
    interruptions,
    pieces: () => received.map((piece) => new TextDecoder().decode(piece)),
  };
}

class FakeTrack extends EventTarget {
  isStopped = false;
  stop() {
    this.isStopped = true;
  }
}

/** Web Audio, which measures a loud voice while it is running. */
class FakeAudioContext {
  state = 'running';
  isRefusing = false;
  sampleRate = 48_000;
  constructor() {
    contexts.push(this);
  }
  createAnalyser() {
    return {
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) =>
        samples.fill(this.state === 'running' ? 0.5 : 0),
    };
  }
  createMediaStreamSource = () => ({ connect: () => undefined, disconnect: () => undefined });
  async resume() {
    if (this.isRefusing)
      throw new DOMException('Failed to start the audio device', 'InvalidStateError');
    this.state = 'running';
  }
  async close() {
    this.state = 'closed';
  }
}

class FakeRecorder {
  static isTypeSupported = (type: string) => supported.includes(type);
  state: 'inactive' | 'recording' = 'inactive';
  ondataavailable: ((event: { data: Blob }) => void) | undefined;
  onstop: (() => void) | undefined;
  onerror: (() => void) | undefined;
  piece = 0;
  readonly options: object;
  constructor(_: unknown, options: object) {
    this.options = options;
    recorders.push(this);
  }
  start(piece: number) {
    this.state = 'recording';
    this.piece = piece;
  }
  deliver(text: string) {
    this.ondataavailable?.({ data: new Blob([text]) });
  }
  stop() {
    this.state = 'inactive';
    this.deliver('z');
    this.onstop?.();
  }
}

function define(name: 'mediaDevices' | 'wakeLock', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

function setVisibility(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  if (state === 'hidden') document.dispatchEvent(new Event('visibilitychange'));
}
