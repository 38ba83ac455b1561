import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '#web/ui/Confirm.tsx';
import type { Playback } from './use-playback.ts';
import type { VoiceInWriting } from './use-voice-in-writing.ts';
import { VoicePlayer } from './VoicePlayer.tsx';
import { clockWords } from './voice-words.ts';

export type KeptVoiceProps = {
  voice: VoiceInWriting;
  kept: NonNullable<VoiceInWriting['kept']>;
  playback: Playback;
  /** What its deletion means. */
  deleted: string;
  /** Whether its author types what it says. */
  isTypedAlong?: boolean;
};

/* The recording that will be sent: its player, another try, and its deletion. */
export function KeptVoice(props: KeptVoiceProps) {
  const { voice, kept, playback, deleted, isTypedAlong = false } = props;
  const { seconds, peaks } = kept;
  const [deletion, setDeletion] = useState<'again' | 'delete'>();
  return (
    <>
      <VoicePlayer
        playback={playback}
        seconds={seconds}
        peaks={peaks}
        label="Your recording"
        note={voice.progress || undefined}
        isTypedAlong={isTypedAlong}
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
      <Confirm
        open={deletion !== undefined}
        onOpenChange={() => setDeletion(undefined)}
        title={`Delete this recording of ${clockWords(seconds)}?`}
        description={deleted}
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
    </>
  );
}
