import { useId } from 'react';
import type { RecordingText } from '#shared/rules/conversations/written-by.ts';
import { CheckCard } from '#web/ui/CheckCard.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { KeptVoice } from './KeptVoice.tsx';
import { RecorderDialog } from './RecorderDialog.tsx';
import { RecorderPanel } from './RecorderPanel.tsx';
import { RecorderRow } from './RecorderRow.tsx';
import { TypingPlayer } from './TypingPlayer.tsx';
import { usePlayback } from './use-playback.ts';
import type { VoiceInWriting } from './use-voice-in-writing.ts';

export type VoiceInAnswerProps = {
  voice: VoiceInWriting;
  /** The first name of who will hear it. */
  hearer: string;
  /** Whether the answer is in the pane beside its letter. */
  inPane: boolean;
  recordingText: RecordingText | undefined;
  onRecordingText: (text: RecordingText) => void;
  /** Why the choice is not accepted. */
  error: string | undefined;
};

const DELETED = 'It is deleted everywhere, and can’t be brought back. Your text stays.';
const CHOICES: readonly { value: RecordingText; label: string }[] = [
  { value: 'WORD_FOR_WORD', label: 'Word for word' },
  { value: 'IN_SHORT', label: 'In short' },
];

/*
 * The recording of an answer, above its text: the recorder, or the way to it, then the player and what the text is of it. Nothing is
 * chosen for the author. docs/product/attachments.md#voice
 */
export function VoiceInAnswer(props: VoiceInAnswerProps) {
  const { voice, hearer, inPane } = props;
  const titleId = useId();
  const panel = {
    recorder: voice.recorder,
    state: voice.state,
    partOf: 'your paid answer',
    hearer,
    onClose: voice.close,
    onWrite: () => {
      voice.close();
      document.querySelector<HTMLElement>('.answer-sheet [role=textbox]')?.focus();
    },
  };
  if (voice.kept) return <KeptAnswer {...props} kept={voice.kept} />;
  return (
    <>
      {voice.isOpen && inPane ? (
        <RecorderPanel {...panel} titleId={titleId} inPane />
      ) : (
        <div className="border-rule border-b">
          <RecorderRow voice={voice} isDialog={!inPane} words="Say it instead · up to 3 minutes" />
        </div>
      )}
      {voice.isOpen && !inPane && <RecorderDialog {...panel} />}
    </>
  );
}

type KeptAnswerProps = VoiceInAnswerProps & { kept: NonNullable<VoiceInWriting['kept']> };

function KeptAnswer({ voice, kept, recordingText, onRecordingText, error }: KeptAnswerProps) {
  const playback = usePlayback(kept.address, kept.seconds);
  const { seconds, peaks } = kept;
  return (
    <div className="grid gap-4 px-(--sheet-side,1rem) pt-4 pb-1">
      <KeptVoice voice={voice} kept={kept} playback={playback} deleted={DELETED} isTypedAlong />
      <Field label="And in writing" group="radios" error={error}>
        <div className="grid">
          <Segments value={recordingText} onValueChange={onRecordingText} options={CHOICES} />
        </div>
      </Field>
      <TypingPlayer playback={playback} seconds={seconds} peaks={peaks} />
    </div>
  );
}

export type WordForWordProps = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** The first name of who reads it. */
  reader: string;
  error: string | undefined;
};

/** What the author confirms of a text that is word for word. */
export function WordForWord({ checked, onCheckedChange, reader, error }: WordForWordProps) {
  return (
    <Field label="Your confirmation" labelHidden group error={error}>
      <CheckCard
        checked={checked}
        onCheckedChange={onCheckedChange}
        label="It’s what I say, word for word."
        hint={`${reader} can rely on the text alone.`}
      />
    </Field>
  );
}
