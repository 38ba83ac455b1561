import { useRef, useState } from 'react';
import { deleteDraft, viewDraft, viewDrafts } from '../../../../shared/api/conversations.ts';
import { call, isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { sentenceOf } from '../../api/submission.ts';
import { draftKeeperOf } from '../../conversation/draft-keeper.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { toast } from '../../ui/Toast.tsx';
import type { UnfinishedRow } from './UnfinishedRowView.tsx';

export type DiscardLetterProps = {
  /** The one to discard; none while nothing is asked. */
  row: UnfinishedRow | undefined;
  onClose: () => void;
  /** What is around the letter that went; it has the focus afterwards. */
  near: () => HTMLElement | null;
};

/* Asks before a letter goes, on all devices. */
export function DiscardLetter({ row, onClose, near }: DiscardLetterProps) {
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
      draftKeeperOf(viewerId, recipientId).discard();
      discarded.current = true;
      await refresh(viewDrafts, viewDraft).catch(() => undefined);
      close();
      toast.success('Letter discarded');
    } catch (fault) {
      setError(sentenceOf(fault) ?? 'The letter could not be discarded. Please try again.');
      if (isRefusal(fault, 'DRAFT_CHANGED')) void refresh(viewDrafts);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Confirm
      open={row !== undefined}
      onOpenChange={(open) => !open && close()}
      title="Discard this letter?"
      description={
        <p>
          Your unfinished letter to <bdi>{row?.recipientName}</bdi> is removed from all your
          devices. This cannot be undone.
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
