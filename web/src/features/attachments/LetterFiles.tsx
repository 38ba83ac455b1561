import type { DraftSync } from '../conversations/drafts/draft-sync.ts';
import { AddFiles } from './AddFiles.tsx';
import { letterPlace } from './letter-place.ts';

export type LetterFilesProps = {
  recipientId: string;
  keeper: DraftSync;
  ids: readonly string[];
};

/* The pictures and PDFs of a letter that is being written, as rows of its sheet. The draft keeps them. */
export function LetterFiles({ recipientId, keeper, ids }: LetterFilesProps) {
  return (
    <AddFiles
      hasDropPlace
      place={letterPlace(recipientId, keeper)}
      ids={ids}
      onIds={(attachments) => keeper.write({ attachments })}
    />
  );
}
