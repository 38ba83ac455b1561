import { RotateCcw } from 'lucide-react';
import type { Playback } from './use-playback.ts';
import { PlayKey } from './VoicePlayer.tsx';
import { clockWords, lengthWords } from './voice-words.ts';
import { Waveform } from './Waveform.tsx';
import { barsOf } from './waveform.ts';

export type TypingPlayerProps = {
  playback: Playback;
  seconds: number;
  peaks: readonly number[];
};

/** As fast as one types along. */
const SLOW = 0.75;
const BARS = 24;
/** How far one step goes back, in seconds. */
const BACK = 5;

/* The player while one types what one said. On a phone it stands over the keyboard. Its keys take no focus from the text. */
export function TypingPlayer({ playback, seconds, peaks }: TypingPlayerProps) {
  const { position, rate } = playback;
  const isSlow = rate === SLOW;
  const filled = Math.round((BARS * position) / Math.max(seconds, 0.1));
  return (
    <section
      aria-label="Listen while you type"
      className="typing-player"
      // Before the press would move the focus, and close the keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <PlayKey playback={playback} size={44} />
      <Waveform
        bars={barsOf(peaks, BARS)}
        filled={filled}
        caret={position > 0}
        className="h-8 flex-1"
      />
      <span className="font-serif text-soft tabular-nums">
        <span className="sr-only">
          {lengthWords(position)} of {lengthWords(seconds)}
        </span>
        <span aria-hidden>{clockWords(position)}</span>
      </span>
      <button
        type="button"
        aria-label={`${BACK} seconds back`}
        onClick={() => playback.seek(position - BACK)}
        className="voice-key"
      >
        <RotateCcw aria-hidden className="size-4" />
        <span aria-hidden>{BACK} s</span>
      </button>
      <button
        type="button"
        aria-pressed={isSlow}
        aria-label="Slower, 0.75×"
        onClick={() => playback.setRate(isSlow ? 1 : SLOW)}
        className="voice-key tabular-nums"
      >
        {SLOW}×
      </button>
    </section>
  );
}
