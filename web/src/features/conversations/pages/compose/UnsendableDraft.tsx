import { useQuery } from '@tanstack/react-query';
import { viewDraft } from '#shared/api/drafts.ts';
import { type DraftWords, isEmptyDraft } from '#shared/rules/conversations/drafts.ts';
import { query } from '#web/api/queries.ts';
import { RichText } from '#web/ui/RichText.tsx';
import { readDeviceDraft } from '../../drafts/device-draft.ts';
import { wordsOf } from '../../drafts/draft-sync.ts';
import { AnswerList } from './AnswerList.tsx';

/** The draft for this recipient, from this device or the server; undefined if there is none. */
export function useDraftWords(recipientId: string) {
  const draft = useQuery({ ...query(viewDraft, { recipientId }), staleTime: 0 });
  const kept = draft.data?.data[0];
  const found = [readDeviceDraft(recipientId)?.words, kept && wordsOf(kept)];
  const words = found.find((one) => one !== undefined && !isEmptyDraft(one));
  return { words, isLoading: draft.isLoading };
}

export type UnsendableDraftProps = DraftWords;

/* A draft that cannot be sent now, to read and copy. */
export function UnsendableDraft({ subject, text, answers }: UnsendableDraftProps) {
  return (
    <article className="letter p-5" aria-label="What you wrote">
      <p className="text-[0.875rem] text-soft">What you wrote</p>
      <h2 className="mt-1 wrap-anywhere font-semibold font-serif text-xl leading-snug">
        {subject.trim() || 'No subject yet'}
      </h2>
      <AnswerList answers={answers} />
      <RichText html={text} className="mt-2" />
    </article>
  );
}
