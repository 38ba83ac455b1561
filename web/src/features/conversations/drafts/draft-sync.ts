import type * as z from 'zod/mini';
import { draftView } from '../../../../../shared/api/draft-entities.ts';
import { deleteDraft, saveDraft, viewDraft, viewDrafts } from '../../../../../shared/api/drafts.ts';
import { type DraftWords, isEmptyDraft } from '../../../../../shared/rules/conversations/drafts.ts';
import { call, isRefusal } from '../../../api/client.ts';
import { refresh } from '../../../api/queries.ts';
import { keptSource } from '../../profiles/visit-source.ts';
import {
  clearDeviceDraft,
  type DeviceDraft,
  isUnsaved,
  NO_WORDS,
  readDeviceDraft,
  sameWords,
  storeDeviceDraft,
} from './device-draft.ts';

/*
 * Saves the draft for one recipient on the server and on this device. Typing never waits: a response never replaces
 * words that the server does not have. If another device saved other words, the writer sees both and chooses; until
 * then nothing is saved.
 */

/** A draft as the server has it. */
export type Draft = z.output<typeof draftView>;
type Version = Pick<Draft, 'id' | 'version'>;

/** The draft operations of the server. Each may throw a refusal. */
export type DraftServer = {
  view(recipientId: string): Promise<Draft | undefined>;
  save(recipientId: string, words: DraftWords, basedOn: Version | undefined): Promise<Draft>;
  discard(recipientId: string, version: Version): Promise<unknown>;
};

export type DraftState = {
  readonly words: DraftWords;
  /** Incremented when the words are replaced, so that the editor starts again with the new ones. */
  readonly edition: number;
  /** Whether the server has answered or cannot be reached. */
  readonly loaded: boolean;
  readonly saving: 'saved' | 'waiting' | 'failed';
  /** Other words from another device; `theirs` is undefined if the draft was sent or discarded there. */
  readonly conflict: { readonly theirs: Draft | undefined } | undefined;
};

/** The pause in typing (ms) after which the draft is saved. */
export const SAVE_PAUSE = 1_000;
/** The time (ms) until a failed save is retried. */
export const SAVE_AGAIN = 10_000;

const realServer: DraftServer = {
  view: async (recipientId) => (await call(viewDraft, { recipientId })).data[0],
  save: async (recipientId, { subject, text, answers, tier }, basedOn) => {
    const { data } = await call(saveDraft, {
      recipientId,
      messageSubject: subject,
      messageText: text,
      // Without this field, the server would keep the answers of the other version.
      answers: [...(answers ?? [])],
      tier,
      draftId: basedOn?.id,
      draftVersion: basedOn?.version,
      via: basedOn ? undefined : keptSource(recipientId),
    });
    void refresh(viewDrafts);
    return data[0] as Draft;
  },
  discard: async (recipientId, { id, version }) => {
    await call(deleteDraft, { recipientId, draftId: id, draftVersion: version });
    void refresh(viewDrafts);
  },
};

export const wordsOf = ({ messageSubject, messageText, answers, tier }: Draft): DraftWords => ({
  subject: messageSubject,
  text: messageText,
  ...(answers && { answers }),
  ...(tier && { tier }),
});

const isVersion = (one: Version | undefined, other: Version | undefined) =>
  one?.id === other?.id && one?.version === other?.version;

export class DraftSync {
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
      // A draft on this device can be edited at once.
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

  /** Compares with the server: takes newer words from there, or saves newer words from here. */
  async check(): Promise<void> {
    const before = this.#device.saved;
    try {
      const theirs = await this.#server.view(this.#recipientId);
      // A save that ended or started meanwhile is more recent than this response.
      if (!this.#running && isVersion(before, this.#device.saved)) this.#compare(theirs);
    } catch {
      // The draft on this device can still be edited; saving reports that the server cannot be reached.
    }
    this.#show({ loaded: true });
    if (isUnsaved(this.#device)) void this.save();
  }

  write(change: Partial<DraftWords>): void {
    this.#device = { ...this.#device, words: { ...this.#device.words, ...change } };
    storeDeviceDraft(this.#recipientId, this.#device);
    this.#show({ words: this.#device.words, saving: 'waiting' });
    this.#later(SAVE_PAUSE);
  }

  /** Saves unsaved words and returns the resulting state. A failed save is retried automatically. */
  async save(): Promise<DraftState> {
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
  keepMine(): Promise<DraftState> {
    const { conflict } = this.#state;
    if (!conflict) return this.save();
    const { theirs } = conflict;
    this.#know(theirs && { ...theirs, words: wordsOf(theirs) });
    this.#show({ conflict: undefined, saving: 'waiting' });
    return this.save();
  }

  /** Clears this version of the draft after it was sent or discarded, unless the words have changed since. */
  forget(version: Version): void {
    const stored = readDeviceDraft(this.#recipientId);
    const newer = isUnsaved(this.#device) || (stored !== undefined && isUnsaved(stored));
    if (isVersion(version, this.#device.saved) && !newer) this.#adopt(undefined);
  }

  /** Clears the draft on this device, because the writer discarded it. */
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
      // Words that may have arrived are sent again first: the server recognizes them, and newer ones build on them.
      const sending = this.#device.sending ?? words;
      try {
        if (isEmptyDraft(sending)) {
          if (saved) await this.#server.discard(this.#recipientId, saved);
          this.#know(undefined);
          continue;
        }
        this.#device = { ...this.#device, sending };
        storeDeviceDraft(this.#recipientId, this.#device);
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
        storeDeviceDraft(this.#recipientId, this.#device);
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
    storeDeviceDraft(this.#recipientId, this.#device);
  }

  #adopt(theirs: Draft | undefined): void {
    this.#later(undefined);
    const words = theirs ? wordsOf(theirs) : NO_WORDS;
    const replaced = !sameWords(words, this.#device.words);
    this.#device = theirs
      ? { words, saved: { id: theirs.id, version: theirs.version, words } }
      : { words };
    if (theirs) storeDeviceDraft(this.#recipientId, this.#device);
    else clearDeviceDraft(this.#recipientId);
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

const keepers = new Map<string, DraftSync>();

/** The keeper for a viewer and a recipient: one for each tab, so that two never overwrite each other. */
export function draftSyncOf(viewerId: string, recipientId: string): DraftSync {
  const name = `${viewerId} ${recipientId}`;
  const known = keepers.get(name) ?? new DraftSync(recipientId);
  keepers.set(name, known);
  return known;
}
