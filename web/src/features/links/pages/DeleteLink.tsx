import { useState } from 'react';
import { deleteUserLink, viewUserLinks } from '#shared/api/links.ts';
import { call } from '#web/api/client.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { query, queryClient } from '#web/api/queries.ts';
import { Confirm } from '#web/ui/Confirm.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { type OwnLink, refreshLinks } from './own-links.ts';

export type DeleteLinkProps = {
  /** The link to delete; undefined while the dialog is closed. */
  link: OwnLink | undefined;
  onClose: () => void;
};

/* Confirms the deletion of a link. */
export function DeleteLink({ link, onClose }: DeleteLinkProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!link) return;
    setBusy(true);
    setError(undefined);
    try {
      await remove(link);
      close();
      toast.success('Link deleted');
    } catch (fault) {
      setError(sentenceOf(fault) ?? 'Error while deleting link. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Confirm
      open={link !== undefined}
      onOpenChange={(open) => !open && close()}
      title="Delete Confirmation"
      description={
        <>
          <p>Are you sure you want to delete this link?</p>
          {link && (
            <p dir="auto" className="wrap-anywhere mt-2 font-semibold text-ink">
              {link.linkName}
            </p>
          )}
        </>
      }
      action="Delete"
      actionVariant="danger"
      busy={busy}
      error={error}
      onConfirm={confirm}
    />
  );
}

async function remove({ id }: OwnLink): Promise<void> {
  await call(deleteUserLink, { linkId: id });
  queryClient.setQueryData(
    query(viewUserLinks, {}).queryKey,
    (kept) => kept && { ...kept, data: kept.data.filter((link) => link.id !== id) },
  );
  void refreshLinks();
}
