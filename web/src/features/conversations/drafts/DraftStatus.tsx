import type { SyncState } from './version-sync.ts';

export type DraftStatusProps = {
  state: Pick<SyncState<unknown, unknown>, 'saving' | 'conflict'>;
  isEmpty: boolean;
  /** Says how long a saved draft is kept. */
  saved: string;
};

/* Whether the draft is saved, under its editor. */
export function DraftStatus({ state: { saving, conflict }, isEmpty, saved }: DraftStatusProps) {
  const words = {
    saved,
    waiting: 'Saving…',
    failed: 'Kept on this device. It’s saved to your account as soon as you are online.',
  };
  return (
    <p className="min-h-5 text-[0.875rem] text-soft">
      {isEmpty && saving === 'saved'
        ? ''
        : conflict
          ? 'Not saved yet: please choose above.'
          : words[saving]}
    </p>
  );
}
