import { RecordingRefused, repackRecording } from '#shared/recordings/repack-recording.ts';
import type { KeptLock } from '#web/api/lock.ts';
import {
  type Blocked,
  type Interruption,
  type Microphone,
  MicrophoneBlocked,
  type Part,
} from './microphone.ts';
import type { RecordingStore } from './recording-store.ts';
import { LEVELS_PER_SECOND, peaksOf } from './waveform.ts';

/*
 * The recorder of a voice, as a state machine:
 *
 *   idle → asking → recording ⇄ paused → preparing → listening → done
 *            ↓          ↑________________________________|
 *         blocked → asking
 *
 * What is recorded is on the device within a second. A recording that was interrupted, or that an earlier page began, is paused.
 * docs/product/attachments.md#voice
 */

type RecorderPhase =
  | 'idle'
  | 'asking'
  | 'recording'
  | 'paused'
  | 'preparing'
  | 'listening'
  | 'done'
  | 'blocked';

/** A recording that can be listened to and sent. */
export type FinishedRecording = {
  readonly file: Blob;
  readonly seconds: number;
  /** 70 numbers from 0 to 100. */
  readonly peaks: readonly number[];
};

export type RecorderState = {
  readonly phase: RecorderPhase;
  readonly seconds: number;
  readonly levels: readonly number[];
  /** Why it paused by itself. */
  readonly interruption?: Interruption | undefined;
  readonly blocked?: Blocked | undefined;
  /** While it is listened to, and when it is done. */
  readonly finished?: FinishedRecording | undefined;
  /** Why it could not be finished, as a sentence. */
  readonly fault?: string | undefined;
};

export type RecorderParts = {
  /** The longest recording, in seconds. */
  readonly limit: number;
  readonly openMicrophone: () => Promise<Microphone>;
  /** How loud a finished file is, if the microphone could not be measured. */
  readonly levelsOfFile: (bytes: Uint8Array<ArrayBuffer>) => Promise<readonly number[]>;
  readonly store: RecordingStore;
  /** One tab records, keeps and uploads, or two would write over each other. */
  readonly lock: KeptLock;
  readonly clock: {
    /** Milliseconds of a clock that is never set. */
    now(): number;
    /** Calls `work` again and again. Returns what ends that. */
    every(milliseconds: number, work: () => void): () => void;
  };
};

const NOTHING: RecorderState = { phase: 'idle', seconds: 0, levels: [] };

export class Recorder {
  readonly limit: number;
  #now: RecorderState = NOTHING;
  readonly #parts: RecorderParts;
  readonly #listeners = new Set<() => void>();
  /** The files so far, each in its pieces. */
  #files: Uint8Array<ArrayBuffer>[][] = [];
  #microphone: Microphone | undefined;
  #running: { part: Part; stopClock: () => void } | undefined;
  /** Incremented when a request for the microphone is no longer wanted. */
  #request = 0;
  /** Resolves when the last part has ended. */
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.limit = parts.limit;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): RecorderState => this.#now;

  /** Finds what an earlier page has recorded. */
  async restore(): Promise<void> {
    if (!(await this.#parts.lock.take())) return;
    const stored = await this.#parts.store.read();
    if (this.#now.phase !== 'idle') return;
    if (!stored) return this.#parts.lock.release();
    this.#files = stored.parts.map((pieces) => [...pieces]);
    this.#set({ phase: 'paused', seconds: stored.seconds, levels: stored.levels });
    if (stored.isDone) await this.done();
  }

  /** Begins to record, or goes on. */
  async record(): Promise<void> {
    const { phase, seconds } = this.#now;
    if (!['idle', 'paused', 'blocked', 'listening'].includes(phase) || seconds >= this.limit)
      return;
    this.#request += 1;
    const request = this.#request;
    this.#change({ phase: 'asking', finished: undefined, interruption: undefined });
    try {
      await this.#ended;
      if (!(await this.#own())) return;
      const microphone = this.#microphone ?? (await this.#parts.openMicrophone());
      if (request !== this.#request) {
        microphone.close();
        return this.#releaseUnused();
      }
      this.#microphone = microphone;
      this.#begin(microphone);
    } catch (error) {
      if (request !== this.#request) return;
      // One that was given and cannot be recorded from would stay on.
      this.#closeMicrophone();
      const blocked = error instanceof MicrophoneBlocked ? error.reason : 'busy';
      this.#change({ phase: 'blocked', blocked });
    }
  }

  /** Takes the recording of this place, unless another tab has it. Returns whether to go on: what that tab left comes first. */
  async #own(): Promise<boolean> {
    const request = this.#request;
    if (!(await this.#parts.lock.take())) throw new MicrophoneBlocked('elsewhere');
    if (this.#files.length > 0) return true;
    const stored = await this.#parts.store.read();
    if (!stored) return true;
    if (request !== this.#request) return false;
    this.#set(NOTHING);
    await this.restore();
    return false;
  }

  pause(interruption?: Interruption): void {
    if (this.#now.phase !== 'recording') return;
    this.#stopPart();
    // What took the microphone away may have taken it for good: it is asked for anew.
    if (interruption) this.#closeMicrophone();
    this.#change({ phase: 'paused', interruption });
  }

  /** Ends the recording, to be listened to. It can still go on. */
  async finish(): Promise<void> {
    if (this.#now.phase !== 'recording' && this.#now.phase !== 'paused') return;
    this.#stopPart();
    this.#change({ phase: 'preparing', interruption: undefined, fault: undefined });
    await this.#ended;
    // With the microphone open, phones play through the speaker at the ear.
    this.#closeMicrophone();
    try {
      const finished = await this.#finished();
      if (this.#isPreparing()) this.#change({ phase: 'listening', finished });
    } catch (error) {
      const isChanged = error instanceof RecordingRefused && error.reason === 'DIFFERENT_PARTS';
      const fault = isChanged ? CHANGED : FAILED;
      if (this.#isPreparing()) this.#change({ phase: 'paused', fault });
    }
  }

  /** Ends the recording, to be sent. */
  async done(): Promise<void> {
    await this.finish();
    if (this.#now.phase !== 'listening') return;
    this.#change({ phase: 'done' });
    await this.#parts.store.markDone();
  }

  /** From listening back to where it can go on. */
  goBack(): void {
    if (this.#now.phase === 'listening') this.#change({ phase: 'paused', finished: undefined });
    if (this.#now.phase === 'blocked')
      this.#change({ phase: this.#files.length > 0 ? 'paused' : 'idle', blocked: undefined });
  }

  /** Deletes the recording, here and on the device. */
  async discard(): Promise<void> {
    this.#leave();
    const ended = this.#ended;
    this.#files = [];
    this.#set(NOTHING);
    await ended;
    if (this.#now.phase !== 'idle') return;
    await this.#parts.store.clear();
    this.#releaseUnused();
  }

  /** Gives the microphone back when the recorder is closed. What was recorded stays. */
  close(): void {
    const { phase } = this.#now;
    this.#leave();
    if (phase === 'recording' || phase === 'preparing') this.#change({ phase: 'paused' });
    if (phase === 'asking') this.#change({ phase: this.#files.length > 0 ? 'paused' : 'idle' });
    this.#releaseUnused();
  }

  /** Lets another tab record, as long as there is nothing here. */
  #releaseUnused(): void {
    if (this.#now.phase === 'idle') this.#parts.lock.release();
  }

  #begin(microphone: Microphone): void {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const place = this.#files.length;
    const begun = this.#parts.clock.now() - 1_000 * this.#now.seconds;
    const part = microphone.record({
      onData: (piece) => {
        if (piece.byteLength === 0) return;
        pieces.push(piece);
        const isDiscarded = this.#files[place] !== pieces;
        if (!isDiscarded) void this.#parts.store.add(place, piece, this.#now);
      },
      onInterrupted: (reason) => this.pause(reason),
    });
    this.#files.push(pieces);
    const stopClock = this.#parts.clock.every(1_000 / LEVELS_PER_SECOND, () =>
      this.#tick((this.#parts.clock.now() - begun) / 1_000, part.level()),
    );
    this.#running = { part, stopClock };
    this.#change({ phase: 'recording', blocked: undefined, fault: undefined });
  }

  /** Notes the time and how loud it is. Three minutes stop the recording by themselves. */
  #tick(seconds: number, level: number): void {
    const missing = Math.floor(seconds * LEVELS_PER_SECOND) - this.#now.levels.length;
    const levels = Array.from({ length: Math.max(0, missing) }, () => level);
    this.#change({
      seconds: Math.min(seconds, this.limit),
      levels: [...this.#now.levels, ...levels],
    });
    if (seconds >= this.limit) void this.finish();
  }

  #stopPart(): void {
    if (!this.#running) return;
    const { part, stopClock } = this.#running;
    this.#running = undefined;
    stopClock();
    this.#ended = part.stop();
  }

  #leave(): void {
    this.#request += 1;
    this.#stopPart();
    const ended = this.#ended;
    const microphone = this.#microphone;
    this.#microphone = undefined;
    void ended.then(() => microphone?.close());
  }

  #closeMicrophone(): void {
    const microphone = this.#microphone;
    this.#microphone = undefined;
    void this.#ended.then(() => microphone?.close());
  }

  #isPreparing = (): boolean => this.#now.phase === 'preparing';

  /** Joins the parts to one file. */
  async #finished(): Promise<FinishedRecording> {
    const files = this.#files.filter((pieces) => pieces.length > 0).map(joined);
    const { bytes, seconds } = await repackRecording(files, this.limit);
    const { levels } = this.#now;
    const isMeasured = levels.some((level) => level > 0);
    return {
      file: new Blob([bytes], { type: 'audio/mp4' }),
      seconds,
      peaks: peaksOf(isMeasured ? levels : await this.#parts.levelsOfFile(bytes)),
    };
  }

  #change(change: Partial<RecorderState>): void {
    this.#set({ ...this.#now, ...change });
  }

  #set(state: RecorderState): void {
    this.#now = state;
    for (const listener of this.#listeners) listener();
  }
}

const FAILED = 'Nothing could be heard of this recording. Please discard it and record it again.';
const CHANGED =
  'The microphone was changed in between, and this browser can’t join the parts. Please discard it and record it again.';

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
