/* Lambda's REPORT log lines: the duration of each invocation, and of the cold start if there was one. */

export type Run = {
  /** Duration of the invocation in milliseconds. */
  readonly duration: number;
  /** Duration of the cold start in milliseconds; undefined if the environment existed already. */
  readonly init?: number;
  readonly megabytesUsed: number;
};

/** Parses a log line; undefined if it is not a REPORT line. */
export function readReportLine(line: string): Run | undefined {
  if (!line.startsWith('REPORT ')) return undefined;
  const amount = (name: string, unit: string) => {
    const found = new RegExp(`\\t${name}: ([\\d.]+) ${unit}`).exec(line)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const [duration, megabytesUsed] = [
    // The first match on the line is the duration itself; "Billed Duration" and "Init Duration" follow later.
    Number(/[\t ]Duration: ([\d.]+) ms/.exec(line)?.[1]),
    amount('Max Memory Used', 'MB'),
  ];
  if (Number.isNaN(duration) || megabytesUsed === undefined) return undefined;
  const init = amount('Init Duration', 'ms');
  return { duration, megabytesUsed, ...(init !== undefined && { init }) };
}
