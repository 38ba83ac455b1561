import type { DraftState } from '../../drafts/draft-sync.ts';

const WORDS: Record<DraftState['saving'], string> = {
  saved: 'Saved for 30 days, on all your devices.',
  waiting: 'Saving…',
  failed: 'Kept on this device. It is saved to your account as soon as you are online.',
};

/* Whether the draft is saved, under its editor. */
export function DraftStatus({ state }: { state: DraftState }) {
  const { saving, words, conflict } = state;
  const empty = words.subject === '' && words.text === '';
  return (
    <p className="-mt-2 min-h-5 text-[0.875rem] text-soft">
      {empty && saving === 'saved'
        ? ''
        : conflict
          ? 'Not saved yet: please choose above.'
          : WORDS[saving]}
    </p>
  );
}
