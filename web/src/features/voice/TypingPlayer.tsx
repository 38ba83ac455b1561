import { useEffect } from 'react';
import type { Playback } from './use-playback.ts';
import { BackKey, PlayKey, SLOW } from './VoicePlayer.tsx';
import { clockWords, lengthWords } from './voice-words.ts';
import { Waveform } from './Waveform.tsx';
import { barsOf } from './waveform.ts';

export type TypingPlayerProps = {
  playback: Playback;
  seconds: number;
  peaks: readonly number[];
};

const BARS = 24;

/*
 * The player while one types what one said: it takes the place of the one above the text while the keyboard of a phone is open, and
 * stands over it (paper.css). Its keys take no focus from the text.
 */
export function TypingPlayer({ playback, seconds, peaks }: TypingPlayerProps) {
  const { position, rate } = playback;
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.typingAlong = '';
    return () => {
      delete dataset.typingAlong;
    };
  }, []);
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
      <BackKey playback={playback} />
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
