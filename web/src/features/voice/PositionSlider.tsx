import { type MouseEvent, useId } from 'react';
import type { Playback } from './use-playback.ts';
import { clockWords, lengthWords } from './voice-words.ts';
import { Waveform } from './Waveform.tsx';

export type PositionSliderProps = {
  playback: Playback;
  seconds: number;
  peaks: readonly number[];
  className?: string;
};

/* The waveform of a recording as a slider: a press or the arrow keys jump. */
export function PositionSlider({ playback, seconds, peaks, className }: PositionSliderProps) {
  const id = useId();
  const { position } = playback;
  const filled = Math.round((peaks.length * position) / Math.max(seconds, 0.1));
  return (
    <div className="relative min-w-0">
      <label htmlFor={id} className="sr-only">
        Position in the recording
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(1, Math.floor(seconds))}
        step={1}
        value={Math.floor(position)}
        aria-valuetext={`${lengthWords(position)} of ${lengthWords(seconds)}`}
        title={clockWords(position)}
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        // On an iPhone a tap beside the thumb changes no value; elsewhere this is more exact than a step of a second.
        onClick={(event) => playback.seek(seconds * shareOf(event))}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer opacity-0"
      />
      <div className="rounded-[4px] outline-offset-2 peer-focus-visible:outline-2 peer-focus-visible:outline-ink">
        <Waveform
          bars={peaks}
          filled={filled}
          caret={position > 0}
          {...(className !== undefined && { className })}
        />
      </div>
    </div>
  );
}

/** How far from the left a press is, from 0 to 1. */
function shareOf({ clientX, currentTarget }: MouseEvent<HTMLInputElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return width > 0 ? (clientX - left) / width : 0;
}
