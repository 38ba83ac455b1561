import { useEffect } from 'react';
import { viewDraft } from '#shared/api/drafts.ts';
import { query, queryClient } from '#web/api/queries.ts';
import type { DraftSync } from '../conversations/drafts/draft-sync.ts';
import { AttachmentRows } from './AttachmentRows.tsx';
import { waitingWords } from './attachment-rows.ts';
import { letterPlace } from './letter-place.ts';
import { useAttachments } from './use-attachments.ts';
import './attachments.css';

export type FilesBeforePaymentProps = {
  recipientId: string;
  keeper: DraftSync;
  /** The ids of the version of the draft that is paid for. */
  ids: readonly string[];
  /** Called with why the letter cannot be sent yet; undefined if it can. */
  onWaiting: (sentence: string | undefined) => void;
};

/*
 * The pictures, PDFs and the recording of a letter that is about to be paid for. Nothing is held before all of them are there.
 * docs/product/attachments.md#before-the-payment
 */
export function FilesBeforePayment(props: FilesBeforePaymentProps) {
  const { recipientId, keeper, ids, onWaiting } = props;
  const keep = async (attachments: readonly string[]) => {
    // This page may have been opened on another device than the one that wrote.
    await keeper.check();
    keeper.write({ attachments });
    await saveAndShow(recipientId, keeper);
  };
  const attachments = useAttachments({
    place: letterPlace(recipientId, keeper),
    ids,
    withRecording: true,
    onIds: (next) => void keep(next),
  });
  const { rows } = attachments;
  const isNewer = rows.some(
    ({ attachmentId }) => attachmentId !== undefined && !ids.includes(attachmentId),
  );
  // A file that got its id only now is in the draft, and not in the version that is paid for.
  useEffect(() => {
    if (isNewer) void saveAndShow(recipientId, keeper);
  }, [isNewer, recipientId, keeper]);
  const isKnown = rows.length >= ids.length;
  const sentence = isKnown
    ? (waitingWords(
        rows,
        `Nothing is held before ${rows.length === 1 ? 'it is' : 'all are'} there.`,
      ) ?? (isNewer ? 'Your files are being saved.' : undefined))
    : undefined;
  useEffect(() => onWaiting(sentence), [sentence, onWaiting]);
  if (rows.length === 0) return null;
  return (
    <section aria-label="What is added to your letter" className="letter @container">
      <AttachmentRows attachments={attachments} />
      {sentence && (
        <p role="status" className="border-rule border-t px-4 py-3 text-[0.875rem] text-soft">
          {sentence}
        </p>
      )}
    </section>
  );
}

async function saveAndShow(recipientId: string, keeper: DraftSync): Promise<void> {
  await keeper.save();
  await queryClient.refetchQueries({ queryKey: query(viewDraft, { recipientId }).queryKey });
}
