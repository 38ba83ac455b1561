import { useEffect } from 'react';
import { LETTER_SECONDS_MAX } from '#shared/rules/attachments/attachments.ts';
import { placeKeys } from '#web/features/attachments/page-uploads.ts';
import type { DraftSync } from '../conversations/drafts/draft-sync.ts';
import { KeptVoice } from './KeptVoice.tsx';
import { RecorderDialog } from './RecorderDialog.tsx';
import { RecorderRow } from './RecorderRow.tsx';
import { usePlayback } from './use-playback.ts';
import { useVoiceInWriting } from './use-voice-in-writing.ts';

export type VoiceInLetterProps = {
  recipientId: string;
  /** The first name of the recipient. */
  hearer: string;
  keeper: DraftSync;
  /** The ids of the attachments that the draft has. */
  ids: readonly string[];
  /** Called with whether the letter has a recording. */
  onSpoken: (isSpoken: boolean) => void;
  /** Called with what opens a recording that was begun and not finished; undefined without one. */
  onUnfinished: (open: (() => void) | undefined) => void;
};

/* The recording of a letter to somebody who takes voice questions, as a row of its sheet. docs/product/attachments.md#voice */
export function VoiceInLetter(props: VoiceInLetterProps) {
  const { recipientId, hearer, keeper, ids, onSpoken, onUnfinished } = props;
  const voice = useVoiceInWriting({
    place: placeKeys.letter(recipientId),
    fileName: 'Voice question.m4a',
    limit: LETTER_SECONDS_MAX,
    for: { recipientId },
    ids,
    newestIds: () => keeper.state().words.attachments ?? [],
    onIds: (attachments) => keeper.write({ attachments }),
  });
  const { kept, isUnfinished, open } = voice;
  const playback = usePlayback(kept?.address, kept?.seconds ?? 0);
  const isSpoken = kept !== undefined;
  useEffect(() => onSpoken(isSpoken), [isSpoken, onSpoken]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens it does the same whenever it was made
  useEffect(() => onUnfinished(isUnfinished ? open : undefined), [isUnfinished, onUnfinished]);
  if (kept)
    return (
      <div className="p-4">
        <KeptVoice voice={voice} kept={kept} playback={playback} deleted={DELETED} />
      </div>
    );
  return (
    <>
      <RecorderRow voice={voice} isDialog words="Say the rest aloud · up to 1 minute" />
      {voice.isOpen && (
        <RecorderDialog
          recorder={voice.recorder}
          state={voice.state}
          partOf="your letter"
          hearer={hearer}
          onClose={voice.close}
          onWrite={voice.close}
        />
      )}
    </>
  );
}

const DELETED = 'It is deleted everywhere, and can’t be brought back. Your text stays.';
