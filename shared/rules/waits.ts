/* Waiting times as text. */

/** `40 seconds`, `12 minutes`, `3 hours`. It rounds up, so that a retry after this time is not too early. */
export function formatWait(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
