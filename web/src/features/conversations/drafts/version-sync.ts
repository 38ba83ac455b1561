import { isRefusal } from '#web/api/client.ts';
import { keepsDraftsOf, readSession } from '#web/api/session.ts';
import { type DeviceVersion, isUnsaved, type Version, type WordsRules } from './device-version.ts';

/*
 * Saves a draft on the server and on this device. Typing never waits: a response never replaces words that the server does not
 * have. If another device saved other words, the writer sees both and chooses; until then nothing is saved.
 */

/** The operations of the server on a kind of drafts. Each may throw a refusal. */
export type VersionServer<Words, Saved> = {
  view(id: string): Promise<Saved | undefined>;
  save(id: string, words: Words, basedOn: Version | undefined): Promise<Saved>;
  discard(id: string, version: Version): Promise<unknown>;
};

/** A kind of drafts. `Saved`: a version as the server has it. */
export type DraftDefinition<Words, Saved> = WordsRules<Words> & {
  readonly noWords: Words;
  wordsOf(saved: Saved): Words;
  /** The newer version in the details of DRAFT_CHANGED; undefined if there is none. */
  parse(draft: unknown): Saved | undefined;
  readonly device: {
    read(id: string): DeviceVersion<Words> | undefined;
    store(id: string, draft: DeviceVersion<Words>): void;
    clear(id: string): void;
  };
};

export type SyncState<Words, Saved> = {
  readonly words: Words;
  /** Incremented when the words are replaced, so that the editor starts again with the new ones. */
  readonly edition: number;
  /** Whether the server has answered or cannot be reached. */
  readonly loaded: boolean;
  readonly saving: 'saved' | 'waiting' | 'failed';
  /** Other words from another device; `theirs` is undefined if the draft was sent or discarded there. */
  readonly conflict: { readonly theirs: Saved | undefined } | undefined;
};

/** The pause in typing (ms) after which the draft is saved. */
export const SAVE_PAUSE = 1_000;
/** The time (ms) until a failed save is retried. */
export const SAVE_AGAIN = 10_000;

/** Refusals that the same words get again. */
const FINAL = ['INVALID_INPUT', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_STATUS'] as const;

const isVersion = (one: Version | undefined, other: Version | undefined) =>
  one?.id === other?.id && one?.version === other?.version;

export class VersionSync<Words, Saved extends Version> {
  readonly #id: string;
  readonly #draft: DraftDefinition<Words, Saved>;
  readonly #server: VersionServer<Words, Saved>;
  readonly #listeners = new Set<() => void>();
  #device: DeviceVersion<Words>;
  #state: SyncState<Words, Saved>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isOver = false;
  readonly #authorId = readSession()?.userId;

  /** `id`: what the draft is for, such as its recipient. */
  constructor(
    id: string,
    draft: DraftDefinition<Words, Saved>,
    server: VersionServer<Words, Saved>,
  ) {
    this.#id = id;
    this.#draft = draft;
    this.#server = server;
    const kept = draft.device.read(id);
    this.#device = kept ?? { words: draft.noWords };
    this.#state = this.#begin(kept);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SyncState<Words, Saved> => this.#state;

  /**
   * Reads this device's copy again, which another tab may have changed since this page last showed it. Does nothing while it is
   * shown or being saved.
   */
  reopen(): void {
    if (this.#listeners.size > 0 || this.#running) return;
    const kept = this.#draft.device.read(this.#id);
    this.#device = kept ?? { words: this.#draft.noWords };
    this.#state = this.#begin(kept);
  }

  /** Compares with the server: takes newer words from there, or saves newer words from here. */
  async check(): Promise<void> {
    const before = this.#device.saved;
    try {
      const theirs = await this.#server.view(this.#id);
      // A save that ended or started meanwhile is more recent than this response.
      if (!this.#running && isVersion(before, this.#device.saved)) this.#compare(theirs);
    } catch {
      // The draft on this device can still be edited; saving reports that the server cannot be reached.
    }
    this.#show({ loaded: true });
    if (this.#isUnsaved()) void this.save();
  }

  write(change: Partial<Words>): void {
    this.#isOver = false;
    this.#device = { ...this.#device, words: { ...this.#device.words, ...change } };
    this.#store();
    this.#show({ words: this.#device.words, saving: 'waiting' });
    this.#later(SAVE_PAUSE);
  }

  /** Saves unsaved words and returns the resulting state. A failed save is retried automatically. */
  async save(): Promise<SyncState<Words, Saved>> {
    this.#later(undefined);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    return this.#state;
  }

  /** Resolves a conflict with the words of the other device, or none if it has none. */
  takeTheirs(): void {
    const { conflict } = this.#state;
    if (conflict) this.#adopt(conflict.theirs);
  }

  /** Resolves a conflict with the words typed here. */
  keepMine(): Promise<SyncState<Words, Saved>> {
    const { conflict } = this.#state;
    if (!conflict) return this.save();
    const { theirs } = conflict;
    this.#know(theirs && { ...theirs, words: this.#draft.wordsOf(theirs) });
    this.#show({ conflict: undefined, saving: 'waiting' });
    return this.save();
  }

  /** Clears this version of the draft after it was sent or discarded, unless the words have changed since. */
  forget(version: Version): void {
    const stored = this.#draft.device.read(this.#id);
    const newer = this.#isUnsaved() || (stored !== undefined && this.#isUnsaved(stored));
    if (isVersion(version, this.#device.saved) && !newer) this.#adopt(undefined);
  }

  /** Clears the draft on this device, because it arrived; a save that is under way stores nothing here any more. */
  end(): void {
    this.#isOver = true;
    this.#adopt(undefined);
  }

  /** Clears the draft on this device, because the writer discarded it. */
  discard(): void {
    this.#adopt(undefined);
  }

  #begin(kept: DeviceVersion<Words> | undefined): SyncState<Words, Saved> {
    return {
      words: this.#device.words,
      edition: 0,
      // A draft on this device can be edited at once.
      loaded: kept !== undefined,
      saving: kept && this.#isUnsaved(kept) ? 'waiting' : 'saved',
      conflict: undefined,
    };
  }

  #isUnsaved(device = this.#device): boolean {
    return isUnsaved(this.#draft, device);
  }

  #compare(theirs: Saved | undefined): void {
    const { words, saved } = this.#device;
    if (isVersion(theirs, saved)) return;
    if (!this.#isUnsaved()) this.#adopt(theirs);
    else if (theirs && this.#draft.isSame(this.#draft.wordsOf(theirs), words))
      this.#know({ ...theirs, words });
    else if (!this.#device.sending) this.#show({ conflict: { theirs }, saving: 'waiting' });
  }

  async #saveAll(): Promise<void> {
    while (this.#isUnsaved() && !this.#state.conflict) {
      if (!this.#isAuthorHere()) return;
      const { saved, words } = this.#device;
      // Words that may have arrived are sent again first: the server recognizes them, and newer ones build on them.
      const sending = this.#device.sending ?? words;
      try {
        if (this.#draft.isEmpty(sending)) {
          if (saved) await this.#server.discard(this.#id, saved);
          this.#know(undefined);
          continue;
        }
        this.#device = { ...this.#device, sending };
        this.#store();
        const draft = await this.#server.save(this.#id, sending, saved);
        if (this.#isOver) return;
        this.#know({ ...draft, words: sending });
      } catch (fault) {
        if (this.#isOver) return;
        if (!isRefusal(fault, 'DRAFT_CHANGED')) {
          this.#show({ saving: 'failed' });
          if (!isRefusal(fault, ...FINAL)) this.#later(SAVE_AGAIN);
          return;
        }
        const { sending: _answered, ...device } = this.#device;
        this.#device = device;
        this.#store();
        const theirs = this.#draft.parse(fault.details.draft);
        this.#show({ conflict: { theirs }, saving: 'waiting' });
      }
    }
    if (!this.#state.conflict) this.#show({ saving: 'saved' });
  }

  #know(saved: (Version & { readonly words: Words }) | undefined): void {
    const { words } = this.#device;
    this.#device = saved
      ? { words, saved: { id: saved.id, version: saved.version, words: saved.words } }
      : { words };
    this.#store();
  }

  #adopt(theirs: Saved | undefined): void {
    this.#later(undefined);
    const words = theirs ? this.#draft.wordsOf(theirs) : this.#draft.noWords;
    const replaced = !this.#draft.isSame(words, this.#device.words);
    this.#device = theirs
      ? { words, saved: { id: theirs.id, version: theirs.version, words } }
      : { words };
    if (theirs) this.#store();
    else this.#draft.device.clear(this.#id);
    this.#show({
      words,
      edition: this.#state.edition + (replaced ? 1 : 0),
      saving: 'saved',
      conflict: undefined,
    });
  }

  /** Stores the draft on this device, unless its author has signed out, which has cleared it. */
  #store(): void {
    if (this.#isAuthorHere()) this.#draft.device.store(this.#id, this.#device);
  }

  #isAuthorHere(): boolean {
    return keepsDraftsOf(this.#authorId);
  }

  #later(pause: number | undefined): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = pause === undefined ? undefined : setTimeout(() => void this.save(), pause);
  }

  #show(change: Partial<SyncState<Words, Saved>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
