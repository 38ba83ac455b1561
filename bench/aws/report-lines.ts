/* Lambda's REPORT lines: what each run of a function took, and what a new environment took to begin. */

export type Run = {
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds until the first call could begin; absent where the environment was there already. */
  readonly init?: number;
  readonly megabytes: number;
  readonly megabytesUsed: number;
};

/** Reads one line of a log; undefined for any other. */
export function readReportLine(line: string): Run | undefined {
  if (!line.startsWith('REPORT ')) return undefined;
  const amount = (name: string, unit: string) => {
    const found = new RegExp(`\\t${name}: ([\\d.]+) ${unit}`).exec(line)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const [duration, megabytes, megabytesUsed] = [
    // Also the first of its line, after the request's id.
    Number(/[\t ]Duration: ([\d.]+) ms/.exec(line)?.[1]),
    amount('Memory Size', 'MB'),
    amount('Max Memory Used', 'MB'),
  ];
  if (Number.isNaN(duration) || megabytes === undefined || megabytesUsed === undefined)
    return undefined;
  const init = amount('Init Duration', 'ms');
  return { duration, megabytes, megabytesUsed, ...(init !== undefined && { init }) };
}
