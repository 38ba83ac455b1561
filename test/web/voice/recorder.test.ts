import { describe, expect, test } from '@jest/globals';
import { recordings } from '#test/support/recordings.ts';
import type { KeptLock } from '#web/api/lock.ts';
import {
  type Blocked,
  type Microphone,
  MicrophoneBlocked,
  type PartEvents,
} from '#web/features/voice/microphone.ts';
import { Recorder } from '#web/features/voice/recorder.ts';
import type { RecordingStore, StoredRecording } from '#web/features/voice/recording-store.ts';

/* The recorder with a microphone that delivers what WebKit recorded: 3 seconds in four pieces. */

const ANSWER = 180;

describe('a recording', () => {
  test('grows from 0:00, pauses, goes on in a second part, and is one file in the end', async () => {
    const { recorder, speak, microphones } = setUp();
    await recorder.record();
    expect(recorder.state()).toMatchObject({ phase: 'recording', seconds: 0 });
    await speak(3);
    expect(recorder.state().seconds).toBeCloseTo(3);
    expect(recorder.state().levels).toHaveLength(30);
    recorder.pause();
    expect(recorder.state()).toMatchObject({ phase: 'paused', interruption: undefined });
    await recorder.record();
    await speak(3);
    await recorder.finish();
    const { phase, finished } = recorder.state();
    expect(phase).toBe('listening');
    expect(finished?.seconds).toBeCloseTo(2 * 3.37, 1);
    expect(finished?.file.type).toBe('audio/mp4');
    expect(finished?.peaks).toHaveLength(70);
    expect(microphones.map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  test('has the waveform of its file if the microphone could not be measured', async () => {
    const { recorder, speak } = setUp({ level: 0 });
    await recorder.record();
    await speak(3);
    await recorder.finish();
    expect(recorder.state().finished?.peaks).toEqual([
      ...Array(35).fill(50),
      ...Array(35).fill(100),
    ]);
  });

  test('asks for the microphone when it begins, not before', async () => {
    const { recorder, microphones } = setUp();
    await recorder.restore();
    expect(microphones).toHaveLength(0);
    await recorder.record();
    expect(microphones).toHaveLength(1);
  });

  test('stops by itself at three minutes, and can be listened to', async () => {
    const { recorder, speak } = setUp();
    await recorder.record();
    await speak(ANSWER + 5);
    await until(() => recorder.state().phase === 'listening');
    expect(recorder.state().seconds).toBe(ANSWER);
    recorder.goBack();
    await recorder.record();
    expect(recorder.state().phase).toBe('paused');
  });

  test('of a question stops at one minute', async () => {
    const { recorder, speak } = setUp({ limit: 60 });
    await recorder.record();
    await speak(61);
    await until(() => recorder.state().phase === 'listening');
    expect(recorder.state().seconds).toBe(60);
  });

  test('that was listened to can go on', async () => {
    const { recorder, speak } = setUp();
    await recorder.record();
    await speak(3);
    await recorder.finish();
    recorder.goBack();
    await recorder.record();
    await speak(3);
    await recorder.finish();
    expect(recorder.state().finished?.seconds).toBeCloseTo(2 * 3.37, 1);
  });

  test('that is discarded is gone, also from the device', async () => {
    const { recorder, speak, stored, microphones } = setUp();
    await recorder.record();
    await speak(3);
    await recorder.discard();
    expect(recorder.state()).toEqual({ phase: 'idle', seconds: 0, levels: [] });
    expect(stored()).toBeUndefined();
    expect(microphones[0]?.isOpen).toBe(false);
  });

  test('of nothing says so, and can be discarded', async () => {
    const { recorder } = setUp({ pieces: [] });
    await recorder.record();
    await recorder.finish();
    expect(recorder.state().phase).toBe('paused');
    expect(recorder.state().fault).toMatch(/Nothing could be heard/);
    await recorder.discard();
    expect(recorder.state().phase).toBe('idle');
  });

  test('in which the microphone was changed says so, and keeps what it has', async () => {
    const { recorder, speak, microphones } = setUp();
    await recorder.record();
    await speak(3);
    recorder.pause('microphone');
    await recorder.record();
    microphones[1]?.useOther(recordings.firefoxOgg());
    await speak(3);
    await recorder.finish();
    expect(recorder.state()).toMatchObject({ phase: 'paused', seconds: 6 });
    expect(recorder.state().fault).toMatch(/microphone was changed/);
  });
});

describe('an interruption', () => {
  test.each(['hidden', 'microphone'] as const)(
    '(%s) pauses, loses nothing, and asks for the microphone anew',
    async (reason) => {
      const { recorder, speak, microphones } = setUp();
      await recorder.record();
      await speak(3);
      microphones[0]?.interrupt(reason);
      expect(recorder.state()).toMatchObject({ phase: 'paused', interruption: reason });
      await until(() => microphones[0]?.isOpen === false);
      await recorder.record();
      expect(microphones).toHaveLength(2);
      expect(recorder.state()).toMatchObject({ phase: 'recording', interruption: undefined });
      await speak(3);
      await recorder.finish();
      expect(recorder.state().finished?.seconds).toBeCloseTo(2 * 3.37, 1);
    },
  );

  test('by a reload or a crash leaves a paused recording, which goes on', async () => {
    const before = setUp();
    await before.recorder.record();
    await before.speak(2);
    const after = setUp({ stored: before.stored() });
    await after.recorder.restore();
    expect(after.recorder.state()).toMatchObject({ phase: 'paused' });
    expect(after.recorder.state().seconds).toBeGreaterThanOrEqual(1);
    await after.recorder.record();
    await after.speak(3);
    await after.recorder.finish();
    expect(after.recorder.state().finished?.seconds).toBeGreaterThan(4);
  });

  test('after it was done leaves it done', async () => {
    const before = setUp();
    await before.recorder.record();
    await before.speak(3);
    await before.recorder.done();
    expect(before.recorder.state().phase).toBe('done');
    const after = setUp({ stored: before.stored() });
    await after.recorder.restore();
    expect(after.recorder.state()).toMatchObject({ phase: 'done' });
    expect(after.recorder.state().finished?.seconds).toBeCloseTo(3.37, 1);
  });

  test('by closing the recorder pauses, and gives the microphone back', async () => {
    const { recorder, speak, microphones, stored } = setUp();
    await recorder.record();
    await speak(3);
    recorder.close();
    await until(() => microphones[0]?.isOpen === false);
    expect(recorder.state().phase).toBe('paused');
    expect(stored()?.seconds).toBeCloseTo(3, 0);
  });
});

describe('a microphone that cannot be had', () => {
  test.each<Blocked>(['denied', 'missing', 'busy', 'unsupported'])(
    '(%s) is said, and can be tried again',
    async (reason) => {
      const { recorder, allow } = setUp({ blocked: reason });
      await recorder.record();
      expect(recorder.state()).toMatchObject({ phase: 'blocked', blocked: reason });
      allow();
      await recorder.record();
      expect(recorder.state()).toMatchObject({ phase: 'recording', blocked: undefined });
    },
  );

  test('leaves what was recorded before', async () => {
    const { recorder, speak, block } = setUp();
    await recorder.record();
    await speak(3);
    recorder.pause('microphone');
    block('busy');
    await recorder.record();
    expect(recorder.state()).toMatchObject({ phase: 'blocked', seconds: 3 });
    recorder.goBack();
    expect(recorder.state().phase).toBe('paused');
    await recorder.finish();
    expect(recorder.state().phase).toBe('listening');
  });

  test('because the browser allows it and then records nothing is given back', async () => {
    const { recorder, microphones, refuseToStart } = setUp();
    refuseToStart();
    await recorder.record();
    expect(recorder.state()).toMatchObject({ phase: 'blocked', blocked: 'busy' });
    await until(() => microphones[0]?.isOpen === false);
    recorder.goBack();
    expect(recorder.state().phase).toBe('idle');
    await recorder.record();
    expect(recorder.state().phase).toBe('recording');
    expect(microphones).toHaveLength(2);
  });

  test('that is allowed only after the recorder was closed is given back at once', async () => {
    const { recorder, microphones, answerLate } = setUp();
    const allow = answerLate();
    const asking = recorder.record();
    expect(recorder.state().phase).toBe('asking');
    recorder.close();
    allow();
    await asking;
    expect(microphones[0]?.isOpen).toBe(false);
    expect(recorder.state().phase).toBe('idle');
  });
});

describe('a second tab', () => {
  test('cannot record while the first one does, and nothing of either is lost', async () => {
    const device = deviceWith();
    const [first, second] = [setUp({ device }), setUp({ device })];
    await first.recorder.record();
    await first.speak(2);
    await second.recorder.restore();
    expect(second.recorder.state().phase).toBe('idle');
    await second.recorder.record();
    expect(second.recorder.state()).toMatchObject({ phase: 'blocked', blocked: 'elsewhere' });
    expect(second.microphones).toHaveLength(0);
    await first.speak(1);
    await first.recorder.finish();
    expect(first.recorder.state().finished?.seconds).toBeCloseTo(3.37, 1);
  });

  test('goes on with what the first one has left when it was closed', async () => {
    const device = deviceWith();
    const [first, second] = [setUp({ device }), setUp({ device })];
    await first.recorder.record();
    await first.speak(2);
    await second.recorder.record();
    device.closeTab();
    await second.recorder.record();
    expect(second.recorder.state()).toMatchObject({ phase: 'paused' });
    expect(second.recorder.state().seconds).toBeGreaterThanOrEqual(1);
    await second.recorder.record();
    expect(second.recorder.state().phase).toBe('recording');
  });

  test('can record once the first one has discarded its recording, or was closed without one', async () => {
    const device = deviceWith();
    const [first, second] = [setUp({ device }), setUp({ device })];
    await first.recorder.record();
    await first.speak(1);
    await first.recorder.discard();
    await second.recorder.record();
    expect(second.recorder.state().phase).toBe('recording');
    await second.recorder.discard();
    const allow = first.answerLate();
    const asking = first.recorder.record();
    first.recorder.close();
    allow();
    await asking;
    await second.recorder.record();
    expect(second.recorder.state().phase).toBe('recording');
  });
});

type SetUp = {
  limit?: number;
  blocked?: Blocked;
  /** How loud the microphone is. */
  level?: number;
  stored?: StoredRecording | undefined;
  pieces?: readonly Uint8Array<ArrayBuffer>[];
  /** What this device keeps, if it is another tab's as well. */
  device?: Device;
};

function setUp(how: SetUp = {}) {
  const { limit = ANSWER, blocked, level = 60, stored: before, pieces = PIECES, device } = how;
  let now = 0;
  const clocks = new Set<() => void>();
  const microphones: FakeMicrophone[] = [];
  let refusal = blocked;
  let late: Promise<void> = Promise.resolve();
  let startsNot = false;
  const kept = device ?? deviceWith(before);
  const recorder = new Recorder({
    limit,
    openMicrophone: async () => {
      await late;
      if (refusal) throw new MicrophoneBlocked(refusal);
      const microphone = new FakeMicrophone(pieces, { level, startsNot });
      startsNot = false;
      microphones.push(microphone);
      return microphone;
    },
    levelsOfFile: async () => [20, 40],
    store: kept.store,
    lock: kept.lockOfTab(),
    clock: {
      now: () => now,
      every(_, work) {
        clocks.add(work);
        return () => clocks.delete(work);
      },
    },
  });
  return {
    recorder,
    microphones,
    stored: kept.stored,
    /** Lets time pass, in which the microphone delivers. */
    async speak(seconds: number) {
      for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
        now += 100;
        for (const work of clocks) work();
        if (tenth % 10 === 9) microphones.at(-1)?.deliver();
      }
      await Promise.resolve();
    },
    allow: () => {
      refusal = undefined;
    },
    block: (reason: Blocked) => {
      refusal = reason;
    },
    /** Lets the next microphone be allowed, and then fail. */
    refuseToStart: () => {
      startsNot = true;
    },
    answerLate() {
      let allow = () => {};
      late = new Promise((resolve) => {
        allow = resolve;
      });
      return () => allow();
    },
  };
}

/** The pieces of WebKit's recording, as it delivered them. */
const PIECES = ((file) => [
  file.slice(0, 829),
  file.slice(829, 5_393),
  file.slice(5_393, 9_957),
  file.slice(9_957),
])(recordings.webkitMp4());

class FakeMicrophone implements Microphone {
  isOpen = true;
  #events: PartEvents | undefined;
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  readonly #of: readonly Uint8Array<ArrayBuffer>[];
  readonly #level: number;
  readonly #startsNot: boolean;

  constructor(
    pieces: readonly Uint8Array<ArrayBuffer>[],
    how: { level: number; startsNot: boolean },
  ) {
    this.#of = pieces;
    this.#level = how.level;
    this.#startsNot = how.startsNot;
  }

  record(events: PartEvents) {
    if (this.#startsNot) throw new DOMException('No source', 'NotSupportedError');
    this.#events = events;
    this.#pieces = [...this.#of];
    return {
      level: () => this.#level,
      stop: async () => {
        while (this.#pieces.length > 0) this.deliver();
      },
    };
  }
  deliver() {
    const piece = this.#pieces.shift();
    if (piece) this.#events?.onData(piece);
  }
  interrupt(reason: 'hidden' | 'microphone') {
    this.#events?.onInterrupted(reason);
  }
  useOther(file: Uint8Array<ArrayBuffer>) {
    this.#pieces = [file];
  }
  close() {
    this.isOpen = false;
  }
}

type Device = ReturnType<typeof deviceWith>;

/** What the tabs of a device share. */
function deviceWith(before?: StoredRecording | undefined) {
  let now = before;
  const store: RecordingStore = {
    read: async () => now,
    add: async (part, piece, length) => {
      const parts = [...(now?.parts ?? [])];
      parts[part] = [...(parts[part] ?? []), piece];
      now = { levels: length.levels, seconds: length.seconds, parts };
    },
    markDone: async () => {
      now = now && { ...now, isDone: true };
    },
    clear: async () => {
      now = undefined;
    },
  };
  let holder: object | undefined;
  const lockOfTab = (): KeptLock => {
    const tab = {};
    return {
      take: async () => {
        holder ??= tab;
        return holder === tab;
      },
      release: () => {
        if (holder === tab) holder = undefined;
      },
    };
  };
  return {
    store,
    stored: () => now,
    lockOfTab,
    /** The tab that has the lock is closed. */
    closeTab: () => {
      holder = undefined;
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve));
}
