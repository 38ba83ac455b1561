import type * as z from 'zod';
import { deleteDraft, saveDraft, viewDraft } from '../../../shared/api/conversations.ts';
import { draftView } from '../../../shared/api/entities.ts';
import { type DraftWords, isEmptyDraft } from '../../../shared/rules/conversations/drafts.ts';
import { call, isRefusal } from '../api/client.ts';
import {
  type DeviceDraft,
  forgetDeviceDraft,
  isUnsaved,
  keepDeviceDraft,
  NO_WORDS,
  readDeviceDraft,
  sameWords,
} from './compose-draft.ts';

/*
 * Keeps the letter to one person on the server and on this device. Typing goes on whatever the server says: an answer
 * never replaces words that it does not have. Where another device has saved other words, both are shown and the writer
 * chooses; until then nothing is saved over either.
 */

/** A draft as the server has it. */
export type Draft = z.output<typeof draftView>;
type Version = Pick<Draft, 'id' | 'version'>;

/** The server, as far as drafts go. Each may throw a refusal. */
export type DraftServer = {
  view(recipientId: string): Promise<Draft | undefined>;
  save(recipientId: string, words: DraftWords, basedOn: Version | undefined): Promise<Draft>;
  discard(recipientId: string, version: Version): Promise<unknown>;
};

export type DraftState = {
  readonly words: DraftWords;
  /** Counts how often the words were replaced: an editor that was shown the ones before begins anew. */
  readonly edition: number;
  /** Whether the server was asked, or cannot be. */
  readonly loaded: boolean;
  readonly saving: 'saved' | 'waiting' | 'failed';
  /** Other words of another device; `theirs` is undefined where the letter was sent or discarded there. */
  readonly conflict: { readonly theirs: Draft | undefined } | undefined;
};

/** A pause this long (ms) in the typing saves. */
export const SAVE_PAUSE = 1_000;
/** After a save that failed, the next try comes by itself (ms). */
export const SAVE_AGAIN = 10_000;

const realServer: DraftServer = {
  view: async (recipientId) => (await call(viewDraft, { recipientId })).data[0],
  save: async (recipientId, { subject, text }, basedOn) => {
    const { data } = await call(saveDraft, {
      recipientId,
      messageSubject: subject,
      messageText: text,
      draftId: basedOn?.id,
      draftVersion: basedOn?.version,
    });
    return data[0] as Draft;
  },
  discard: (recipientId, { id, version }) =>
    call(deleteDraft, { recipientId, draftId: id, draftVersion: version }),
};

export const wordsOf = ({ messageSubject, messageText }: Draft): DraftWords => ({
  subject: messageSubject,
  text: messageText,
});

const isVersion = (one: Version | undefined, other: Version | undefined) =>
  one?.id === other?.id && one?.version === other?.version;

export class DraftKeeper {
  readonly #recipientId: string;
  readonly #server: DraftServer;
  readonly #listeners = new Set<() => void>();
  #device: DeviceDraft;
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(recipientId: string, server: DraftServer = realServer) {
    this.#recipientId = recipientId;
    this.#server = server;
    const kept = readDeviceDraft(recipientId);
    this.#device = kept ?? { words: NO_WORDS };
    this.#state = {
      words: this.#device.words,
      edition: 0,
      // What this device has can be written on at once.
      loaded: kept !== undefined,
      saving: kept && isUnsaved(kept) ? 'waiting' : 'saved',
      conflict: undefined,
    };
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DraftState => this.#state;

  /** Compares with the server: takes over what is newer there, saves what is newer here. */
  async check(): Promise<void> {
    const before = this.#device.saved;
    try {
      const theirs = await this.#server.view(this.#recipientId);
      // A save that ended or runs meanwhile knows more than this answer.
      if (!this.#running && isVersion(before, this.#device.saved)) this.#compare(theirs);
    } catch {
      // What this device has goes on being written; saving it says that nobody is reached.
    }
    this.#show({ loaded: true });
    if (isUnsaved(this.#device)) void this.save();
  }

  write(change: Partial<DraftWords>): void {
    this.#device = { ...this.#device, words: { ...this.#device.words, ...change } };
    keepDeviceDraft(this.#recipientId, this.#device);
    this.#show({ words: this.#device.words, saving: 'waiting' });
    this.#later(SAVE_PAUSE);
  }

  /** Saves what is not saved. Answers how that ended; what failed is tried again by itself. */
  async save(): Promise<DraftState> {
    this.#later(undefined);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
    return this.#state;
  }

  /** In a conflict: the words of the other device, or none where it has none. What was typed here goes. */
  takeTheirs(): void {
    const { conflict } = this.#state;
    if (conflict) this.#adopt(conflict.theirs);
  }

  /** In a conflict: what was typed here, in place of the words of the other device. */
  keepMine(): Promise<DraftState> {
    const { conflict } = this.#state;
    if (!conflict) return this.save();
    const { theirs } = conflict;
    this.#know(theirs && { ...theirs, words: wordsOf(theirs) });
    this.#show({ conflict: undefined, saving: 'waiting' });
    return this.save();
  }

  /** The letter was sent as this version, or discarded: its words go, unless there are others here by now. */
  forget(version: Version): void {
    const stored = readDeviceDraft(this.#recipientId);
    const newer = isUnsaved(this.#device) || (stored !== undefined && isUnsaved(stored));
    if (isVersion(version, this.#device.saved) && !newer) this.#adopt(undefined);
  }

  /** The writer discarded the letter, whatever of it is here. */
  discard(): void {
    this.#adopt(undefined);
  }

  #compare(theirs: Draft | undefined): void {
    const { words, saved } = this.#device;
    if (isVersion(theirs, saved)) return;
    if (!isUnsaved(this.#device)) this.#adopt(theirs);
    else if (theirs && sameWords(wordsOf(theirs), words)) this.#know({ ...theirs, words });
    else if (!this.#device.sending) this.#show({ conflict: { theirs }, saving: 'waiting' });
  }

  async #saveAll(): Promise<void> {
    while (isUnsaved(this.#device) && !this.#state.conflict) {
      const { saved, words } = this.#device;
      // What may have arrived goes first and again: the server knows its own words, and newer ones are based on it.
      const sending = this.#device.sending ?? words;
      try {
        if (isEmptyDraft(sending)) {
          if (saved) await this.#server.discard(this.#recipientId, saved);
          this.#know(undefined);
          continue;
        }
        this.#device = { ...this.#device, sending };
        keepDeviceDraft(this.#recipientId, this.#device);
        const draft = await this.#server.save(this.#recipientId, sending, saved);
        this.#know({ ...draft, words: sending });
      } catch (fault) {
        if (!isRefusal(fault, 'DRAFT_CHANGED')) {
          this.#show({ saving: 'failed' });
          this.#later(SAVE_AGAIN);
          return;
        }
        const { sending: _answered, ...device } = this.#device;
        this.#device = device;
        keepDeviceDraft(this.#recipientId, this.#device);
        const theirs = draftView.safeParse(fault.details.draft).data;
        this.#show({ conflict: { theirs }, saving: 'waiting' });
      }
    }
    if (!this.#state.conflict) this.#show({ saving: 'saved' });
  }

  #know(saved: (Version & { readonly words: DraftWords }) | undefined): void {
    const { words } = this.#device;
    this.#device = saved
      ? { words, saved: { id: saved.id, version: saved.version, words: saved.words } }
      : { words };
    keepDeviceDraft(this.#recipientId, this.#device);
  }

  #adopt(theirs: Draft | undefined): void {
    this.#later(undefined);
    const words = theirs ? wordsOf(theirs) : NO_WORDS;
    const replaced = !sameWords(words, this.#device.words);
    this.#device = theirs
      ? { words, saved: { id: theirs.id, version: theirs.version, words } }
      : { words };
    if (theirs) keepDeviceDraft(this.#recipientId, this.#device);
    else forgetDeviceDraft(this.#recipientId);
    this.#show({
      words,
      edition: this.#state.edition + (replaced ? 1 : 0),
      saving: 'saved',
      conflict: undefined,
    });
  }

  #later(pause: number | undefined): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = pause === undefined ? undefined : setTimeout(() => void this.save(), pause);
  }

  #show(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const keepers = new Map<string, DraftKeeper>();

/** The keeper of what this viewer writes to this person: one in the tab, so that no two save over each other. */
export function draftKeeperOf(viewerId: string, recipientId: string): DraftKeeper {
  const name = `${viewerId} ${recipientId}`;
  const known = keepers.get(name) ?? new DraftKeeper(recipientId);
  keepers.set(name, known);
  return known;
}
