import { useRef, useState } from 'react';
import { deleteDraft, viewDraft, viewDrafts } from '#shared/api/drafts.ts';
import { call, isRefusal } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { refresh } from '#web/api/queries.ts';
import { useViewerId } from '#web/api/viewer.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { draftSyncOf } from '../../drafts/draft-sync.ts';
import type { DraftRow } from './DraftRowView.tsx';

export type DiscardDraftProps = {
  /** The draft to discard; undefined while the dialog is closed. */
  row: DraftRow | undefined;
  onClose: () => void;
  /** The element near the discarded row that gets the focus. */
  near: () => HTMLElement | null;
};

/* Confirms that a draft is deleted on all devices. */
export function DiscardDraft({ row, onClose, near }: DiscardDraftProps) {
  const viewerId = useViewerId();
  const discarded = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!row) return;
    const { recipientId, id: draftId, version: draftVersion } = row;
    discarded.current = false;
    setBusy(true);
    setError(undefined);
    try {
      await call(deleteDraft, { recipientId, draftId, draftVersion });
      draftSyncOf(viewerId, recipientId).discard();
      discarded.current = true;
      await refresh(viewDrafts, viewDraft).catch(() => undefined);
      close();
      toast.success('Draft discarded');
    } catch (fault) {
      setError(sentenceOf(fault) ?? 'The draft couldn’t be discarded. Please try again.');
      if (isRefusal(fault, 'DRAFT_CHANGED')) void refresh(viewDrafts);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Confirm
      open={row !== undefined}
      onOpenChange={(open) => !open && close()}
      title="Discard this draft?"
      description={
        <p>
          Your draft to <bdi>{row?.recipientName}</bdi> is removed from all your devices. This can’t
          be undone.
        </p>
      }
      action="Discard"
      actionVariant="danger"
      cancel="Keep"
      busy={busy}
      error={error}
      onConfirm={confirm}
      returnFocus={() => (discarded.current ? near() : undefined)}
    />
  );
}
