import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { parsedJson } from '#web/api/parsed-json.ts';
import { deviceStorage } from '#web/api/storage.ts';
import { endUploads, hasFilesAt, placeKeys } from './page-uploads.ts';

/* The ids of the files of free replies that are being written, beside their drafts on this device. */

export type ReplyFileIds = {
  readonly ids: readonly string[];
  /** Also while another screen is shown. */
  readonly add: (id: string) => void;
  readonly set: (ids: readonly string[]) => void;
  /**
   * Why the reply cannot be sent yet, as a sentence; undefined if it can. Throws if the server cannot be asked.
   */
  readonly waiting: () => Promise<string | undefined>;
  /** Forgets them, because the reply has them now. */
  readonly clear: () => void;
};

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** `draftKey`: the storage key of the draft of the reply. */
export function useReplyFiles(draftKey: string, conversationId: string): ReplyFileIds {
  const key = `${draftKey}_files`;
  const stored = useSyncExternalStore(subscribe, () => deviceStorage.getItem(key) ?? '');
  const set = (ids: readonly string[]) => {
    if (ids.length === 0) deviceStorage.removeItem(key);
    else deviceStorage.setItem(key, JSON.stringify(ids));
    for (const listener of listeners) listener();
  };
  const place = placeKeys.reply(conversationId);
  return {
    ids: idsIn(stored),
    add: (id) => set([...idsIn(deviceStorage.getItem(key) ?? ''), id]),
    set,
    async waiting() {
      const newest = idsIn(deviceStorage.getItem(key) ?? '');
      if (!hasFilesAt(place, newest)) return undefined;
      const { unreadyFiles } = await import('./unready-files.ts');
      return unreadyFiles(place, newest, 'Your reply waits for it.');
    },
    clear() {
      set([]);
      endUploads(place);
    },
  };
}

const idsIn = (stored: string): string[] =>
  z.array(z.string()).safeParse(parsedJson(stored)).data ?? [];

/** Why a reply cannot be sent because of its files, as a sentence; undefined if it can. */
export async function filesNotReady(files: ReplyFileIds): Promise<string | undefined> {
  try {
    return await files.waiting();
  } catch {
    return 'We couldn’t look at your files. Please check your connection and try again.';
  }
}
