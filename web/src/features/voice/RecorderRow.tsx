import { Mic } from 'lucide-react';
import type { VoiceInWriting } from './use-voice-in-writing.ts';
import { clockWords } from './voice-words.ts';

export type RecorderRowProps = {
  voice: VoiceInWriting;
  /** What it says as long as nothing is recorded. */
  words: string;
  /** Whether the recorder opens as a dialog. */
  isDialog: boolean;
};

/* The row of a sheet that opens the recorder. */
export function RecorderRow({ voice, words, isDialog }: RecorderRowProps) {
  return (
    <button
      type="button"
      aria-haspopup={isDialog ? 'dialog' : undefined}
      onClick={voice.open}
      className="flex min-h-14 w-full items-center gap-3 px-(--sheet-side,1rem) text-left font-semibold text-[0.9375rem] hover:bg-tint"
    >
      <Mic aria-hidden className="size-5 shrink-0" />
      {voice.state.seconds > 0
        ? `Go on with your recording of ${clockWords(voice.state.seconds)}`
        : words}
    </button>
  );
}
