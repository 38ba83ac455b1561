import { plural } from '#shared/messages/plural.ts';

/* The length of recordings in words. */

/** `0:46`, `2:03`. Seconds that have begun count only when they have passed. */
export function clockWords(seconds: number): string {
  const whole = Math.floor(seconds + 0.05);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** `46 seconds`, `2 minutes 3 seconds`, for screen readers, which would read a clock as a time of day. */
export function lengthWords(seconds: number): string {
  const whole = Math.floor(seconds + 0.05);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [
    ...(minutes > 0 ? [minuteWords(minutes)] : []),
    ...(rest > 0 || minutes === 0 ? [secondWords(rest)] : []),
  ];
  return parts.join(' ');
}

const minuteWords = (count: number) => plural(count, { one: '# minute', other: '# minutes' });
const secondWords = (count: number) => plural(count, { one: '# second', other: '# seconds' });

/** `3 minutes`, `1 minute`. */
export const limitWords = (seconds: number): string => minuteWords(seconds / 60);
