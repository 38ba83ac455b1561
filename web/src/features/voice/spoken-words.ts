import type { RecorderState } from './recorder.ts';
import { lengthWords } from './voice-words.ts';

/** How many seconds before the end it is said. */
const WARNED_AT = 15;

/** What a screen reader says about the recorder: it changes when something happens, not with the time. */
export function spokenOf({ phase, seconds, interruption, fault }: RecorderState, limit: number) {
  switch (phase) {
    case 'recording':
      return seconds >= limit - WARNED_AT ? `${WARNED_AT} seconds left` : 'Recording';
    case 'paused':
      if (fault) return fault;
      return interruption
        ? `Paused by itself at ${lengthWords(seconds)}. Nothing is lost.`
        : `Paused at ${lengthWords(seconds)}`;
    case 'listening':
      return seconds >= limit
        ? `${lengthWords(limit)} are over. The recording has stopped, and you can listen to it.`
        : 'You can listen to your recording';
    case 'asking':
      return 'Your browser asks for the microphone';
    case 'idle':
    case 'preparing':
    case 'done':
    case 'blocked':
      return '';
  }
}
