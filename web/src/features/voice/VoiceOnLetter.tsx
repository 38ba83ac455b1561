import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type * as z from 'zod/mini';
import type { sentAttachment } from '#shared/api/attachment-entities.ts';
import { type RecordingText, recordingTextWords } from '#shared/rules/conversations/written-by.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { usePlayback } from './use-playback.ts';
import { useSentRecording } from './use-recording-file.ts';
import { VoicePlayer } from './VoicePlayer.tsx';
import { clockWords } from './voice-words.ts';

export type VoiceOnLetterProps = {
  conversationId: string;
  recording: z.output<typeof sentAttachment>;
  /** "Ana’s answer", for screen readers. */
  label: string;
  /** The first name of who speaks. */
  name: string;
  /** What the text is of the recording; undefined for a question, whose text stands for itself. */
  recordingText?: RecordingText | undefined;
  /** Above the player: that it is older than the text, for example. */
  mark?: string | undefined;
  /** "Spoken for 0:46 and typed by Ana", under the text. */
  foot?: ReactNode;
  /** The text. */
  children: ReactNode;
};

/*
 * A letter that is spoken: the player on top of its text, which is open. No word of the text is marked while it plays: without a speech
 * service that would be a guess. docs/product/attachments.md#voice
 */
export function VoiceOnLetter(props: VoiceOnLetterProps) {
  const { conversationId, recording, label, name, recordingText, mark, foot, children } = props;
  const { seconds = 0, peaks = [] } = recording;
  const file = useSentRecording(conversationId, recording.id);
  const playback = usePlayback(file.address, seconds);
  const [isOpen, setOpen] = useState(true);
  const text = useId();
  return (
    <>
      {mark && <p className="pb-2 text-[0.875rem] text-soft">{mark}</p>}
      <VoicePlayer
        playback={playback}
        seconds={seconds}
        peaks={peaks}
        label={label}
        note={noteOf(file.state, file.retry)}
      />
      {recordingText && (
        <div className="flex min-h-11 items-center justify-between gap-3 pt-2">
          <p className="min-w-0 font-semibold text-[0.875rem]">
            {recordingTextWords(name, recordingText)}
          </p>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={text}
            onClick={() => setOpen(!isOpen)}
            className="-mr-2 flex min-h-11 shrink-0 items-center gap-1.5 rounded-card px-2 font-semibold text-[0.875rem] hover:bg-tint"
          >
            {isOpen ? 'Hide' : 'Show'}
            <ChevronDown aria-hidden className={classNames('size-4', isOpen && 'rotate-180')} />
          </button>
        </div>
      )}
      <div id={text} hidden={!isOpen} className={recordingText ? undefined : 'pt-4'}>
        {children}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-4 pt-3 text-[0.875rem] text-soft">
        {foot && <span>{foot}</span>}
        {file.saveAt && (
          <a
            href={file.saveAt}
            download
            className="py-1 font-semibold text-back-text underline underline-offset-2"
          >
            Save the recording<span className="sr-only">, {clockWords(seconds)}</span>
          </a>
        )}
      </p>
    </>
  );
}

function noteOf(state: string, retry: () => void): ReactNode {
  if (state === 'deleted') return 'This recording was deleted. The text stays.';
  if (state !== 'failed') return undefined;
  return (
    <span className="flex flex-wrap items-center gap-3">
      The recording didn’t load.
      <Button size="md" variant="quiet" onClick={retry}>
        Try again
      </Button>
    </span>
  );
}
