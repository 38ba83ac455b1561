import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { PositionSlider } from './PositionSlider.tsx';
import type { Playback } from './use-playback.ts';
import { clockWords, lengthWords } from './voice-words.ts';

export type VoicePlayerProps = {
  playback: Playback;
  seconds: number;
  peaks: readonly number[];
  /** What is played: "Answer of Ana". */
  label: string;
  /** Beside the speed. */
  keys?: ReactNode;
  /** Under the player: why it does not play. */
  note?: ReactNode;
};

const RATES = [1, 1.25, 1.5, 2] as const;

/* The player of a recording on a letter: play, the waveform to jump in, and one key for the speed. */
export function VoicePlayer({ playback, seconds, peaks, label, keys, note }: VoicePlayerProps) {
  const { isPlaying, position, rate } = playback;
  const next = RATES[(RATES.indexOf(rate as 1) + 1) % RATES.length] ?? 1;
  return (
    <section aria-label={label} className="voice-player">
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
