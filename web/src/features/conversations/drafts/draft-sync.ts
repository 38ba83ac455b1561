import type * as z from 'zod/mini';
import { draftView } from '#shared/api/draft-entities.ts';
import { deleteDraft, saveDraft, viewDraft, viewDrafts } from '#shared/api/drafts.ts';
import type { DraftWords } from '#shared/rules/conversations/drafts.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { followSessionEnds } from '#web/api/session.ts';
import { keptSource } from '../../profiles/visit-source.ts';
import {
  clearDeviceDraft,
  MESSAGE_WORDS,
  NO_WORDS,
  readDeviceDraft,
  storeDeviceDraft,
} from './device-draft.ts';
import {
  type DraftDefinition,
  type SyncState,
  type VersionServer,
  VersionSync,
} from './version-sync.ts';

/* Drafts of messages, one for each recipient, on the server and on this device. */

/** A draft as the server has it. */
export type Draft = z.output<typeof draftView>;

export type DraftServer = VersionServer<DraftWords, Draft>;
export type DraftState = SyncState<DraftWords, Draft>;

const realServer: DraftServer = {
  view: async (recipientId) => (await call(viewDraft, { recipientId })).data[0],
  save: async (recipientId, { subject, text, answers, tier, attachments }, basedOn) => {
    const { data } = await call(saveDraft, {
      recipientId,
      messageSubject: subject,
      messageText: text,
      // Without this field, the server would keep the answers of the other version.
      answers: [...(answers ?? [])],
      tier,
      attachments: [...(attachments ?? [])],
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

export const wordsOf = ({
  messageSubject,
  messageText,
  answers,
  tier,
  attachments,
}: Draft): DraftWords => ({
  subject: messageSubject,
  text: messageText,
  ...(answers && { answers }),
  ...(tier && { tier }),
  ...(attachments && { attachments }),
});

const MESSAGE_DRAFT: DraftDefinition<DraftWords, Draft> = {
  ...MESSAGE_WORDS,
  noWords: NO_WORDS,
  wordsOf,
  parse: (draft) => draftView.safeParse(draft).data,
  device: { read: readDeviceDraft, store: storeDeviceDraft, clear: clearDeviceDraft },
};

/** The draft for one recipient, on the server and on this device. */
export class DraftSync extends VersionSync<DraftWords, Draft> {
  constructor(recipientId: string, server: DraftServer = realServer) {
    super(recipientId, MESSAGE_DRAFT, server);
  }
}

const keepers = new Map<string, DraftSync>();
// What the next person who signs in finds on this device may be newer.
followSessionEnds(() => keepers.clear());

/** The keeper for a viewer and a recipient: one for each tab, so that two never overwrite each other. */
export function draftSyncOf(viewerId: string, recipientId: string): DraftSync {
  const name = `${viewerId} ${recipientId}`;
  const known = keepers.get(name) ?? new DraftSync(recipientId);
  keepers.set(name, known);
  return known;
}
