import { Mic, RotateCcw, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { RecordingText } from '#shared/rules/conversations/written-by.ts';
import { CheckCard } from '#web/ui/CheckCard.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { RecorderDialog } from './RecorderDialog.tsx';
import { RecorderPanel } from './RecorderPanel.tsx';
import { TypingPlayer } from './TypingPlayer.tsx';
import { usePlayback } from './use-playback.ts';
import type { VoiceInWriting } from './use-voice-in-writing.ts';
import { VoicePlayer } from './VoicePlayer.tsx';
import { clockWords } from './voice-words.ts';

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
  if (voice.kept) return <KeptVoice {...props} kept={voice.kept} />;
  return (
    <>
      {voice.isOpen && inPane ? (
        <RecorderPanel {...panel} titleId={titleId} inPane />
      ) : (
        <button
          type="button"
          aria-haspopup={inPane ? undefined : 'dialog'}
          onClick={voice.open}
          className="flex min-h-14 w-full items-center gap-3 border-rule border-b px-4 text-left font-semibold text-[0.9375rem] hover:bg-tint"
        >
          <Mic aria-hidden className="size-5 shrink-0" />
          {voice.state.seconds > 0
            ? `Go on with your recording of ${clockWords(voice.state.seconds)}`
            : 'Say it instead · up to 3 minutes'}
        </button>
      )}
      {voice.isOpen && !inPane && <RecorderDialog {...panel} />}
    </>
  );
}

type KeptVoiceProps = VoiceInAnswerProps & { kept: NonNullable<VoiceInWriting['kept']> };

function KeptVoice({ voice, kept, recordingText, onRecordingText, error }: KeptVoiceProps) {
  const playback = usePlayback(kept.address, kept.seconds);
  const [deletion, setDeletion] = useState<'again' | 'delete'>();
  const { seconds, peaks } = kept;
  return (
    <div className="grid gap-4 px-4 pt-4 pb-1">
      <VoicePlayer
        playback={playback}
        seconds={seconds}
        peaks={peaks}
        label="Your recording"
        note={voice.progress || undefined}
        keys={
          <>
            <button type="button" className="voice-key" onClick={() => setDeletion('again')}>
              <RotateCcw aria-hidden className="size-4" /> Again
            </button>
            <button
              type="button"
              aria-label="Delete the recording"
              className="voice-key"
              onClick={() => setDeletion('delete')}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </>
        }
      />
      <Field label="And in writing" group="radios" error={error}>
        <div className="grid">
          <Segments value={recordingText} onValueChange={onRecordingText} options={CHOICES} />
        </div>
      </Field>
      <TypingPlayer playback={playback} seconds={seconds} peaks={peaks} />
      <Confirm
        open={deletion !== undefined}
        onOpenChange={() => setDeletion(undefined)}
        title={`Delete this recording of ${clockWords(seconds)}?`}
        description="It is deleted everywhere, and can’t be brought back. Your text stays."
        action="Delete it"
        actionVariant="danger"
        cancel="Keep it"
        busy={false}
        onConfirm={() => {
          playback.pause();
          if (deletion === 'again') voice.again();
          else void voice.remove();
          setDeletion(undefined);
        }}
      />
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
