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
    ...(minutes > 0 ? [counted(minutes, 'minute')] : []),
    ...(rest > 0 || minutes === 0 ? [counted(rest, 'second')] : []),
  ];
  return parts.join(' ');
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 minutes`, `1 minute`. */
export const limitWords = (seconds: number): string => counted(seconds / 60, 'minute');
