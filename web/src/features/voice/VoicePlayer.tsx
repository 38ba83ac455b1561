import { Pause, Play, RotateCcw } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { PositionSlider } from './PositionSlider.tsx';
import type { Playback } from './use-playback.ts';
import { clockWords, lengthWords } from './voice-words.ts';

export type VoicePlayerProps = {
  playback: Playback;
  seconds: number;
  peaks: readonly number[];
  /** What is played: "Answer of Ana". */
  label: string;
  /** Whether one types along: it also plays slower, where there is room goes back, and leaves the focus in the text. */
  isTypedAlong?: boolean;
  /** Beside the speed. */
  keys?: ReactNode;
  /** Under the player: why it does not play. */
  note?: ReactNode;
};

/** As fast as one types along. */
export const SLOW = 0.75;
const RATES = [1, 1.25, 1.5, 2];
const RATES_OF_TYPING = [1, SLOW, 1.5];
/** How far one step goes back, in seconds. */
const BACK = 5;

/** Leaves the focus where it is, so that what is typed goes on. */
const leaveFocus = (event: MouseEvent) => {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
};

/* The player of a recording on a letter: play, the waveform to jump in, and one key for the speed. */
export function VoicePlayer(props: VoicePlayerProps) {
  const { playback, seconds, peaks, label, isTypedAlong = false, keys, note } = props;
  const { isPlaying, position, rate } = playback;
  const rates = isTypedAlong ? RATES_OF_TYPING : RATES;
  const next = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1;
  return (
    <section
      aria-label={label}
      className="voice-player"
      {...(isTypedAlong && { onMouseDown: leaveFocus })}
    >
      <div className="flex items-center gap-3">
        <PlayKey playback={playback} size={52} />
        <div className="min-w-0 flex-1">
          <PositionSlider playback={playback} seconds={seconds} peaks={peaks} className="h-11" />
        </div>
      </div>
      <div className="flex min-h-11 items-center gap-2">
        <p className="min-w-0 flex-1 font-serif text-soft tabular-nums">
          <span className="sr-only">
            {lengthWords(position)} of {lengthWords(seconds)}
          </span>
          <span aria-hidden>
            {isPlaying || position > 0
              ? `${clockWords(position)} of ${clockWords(seconds)}`
              : clockWords(seconds)}
          </span>
        </p>
        {isTypedAlong && (
          <span className="max-wide:hidden">
            <BackKey playback={playback} />
          </span>
        )}
        <button
          type="button"
          aria-label={`Speed ${rate}×, change to ${next}×`}
          onClick={() => playback.setRate(next)}
          className="voice-key tabular-nums"
        >
          {rate}×
        </button>
        {keys}
      </div>
      {(note || playback.failed) && (
        <p role="status" className="pt-1 text-[0.875rem]">
          {note ?? 'This browser can’t play the recording. You can save it and open it elsewhere.'}
        </p>
      )}
    </section>
  );
}

/** The button that goes back a few seconds. */
export function BackKey({ playback }: { playback: Playback }) {
  return (
    <button
      type="button"
      aria-label={`${BACK} seconds back`}
      onClick={() => playback.seek(playback.position - BACK)}
      className="voice-key"
    >
      <RotateCcw aria-hidden className="size-4" />
      <span aria-hidden>{BACK} s</span>
    </button>
  );
}

/** The round button that plays and pauses. */
export function PlayKey({ playback, size }: { playback: Playback; size: 44 | 52 }) {
  const { isPlaying } = playback;
  return (
    <button
      type="button"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      onClick={playback.toggle}
      className="grid shrink-0 place-items-center rounded-full bg-ink text-paper forced-colors:border"
      style={{ width: size, height: size }}
    >
      {isPlaying ? (
        <Pause aria-hidden className="size-5" />
      ) : (
        <Play aria-hidden className="size-5" />
      )}
    </button>
  );
}
