/* How long somebody has to wait, in words. */

/** `40 seconds`, `12 minutes`, `3 hours`: rounded up, so that nobody comes too early. */
export function waitInWords(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
