/*
 * Measures how the run time of a parser grows with the length of its input. It passes if its longest input takes less
 * than half a second of the processor: quadratic time would take seconds. Otherwise it is compared with itself at
 * an eighth of the length: linear time takes 8 times as long, quadratic time 64 times, and the bound lies between
 * them. The shortest of several runs counts.
 */

const LENGTH = 64 * 1024;
const TIMES = 8;
const MOST = 24;
const SHORT = 500;
const RUNS = 5;

/** Opening sequences whose end a parser might search for. */
const REPEATED = [
  '<',
  '<a',
  '<br',
  '</p',
  '<!--',
  '<![CDATA[',
  '<a href="',
  '<p>',
  '<b><i>',
  '</',
  '<svg>',
  '<p></p>',
  '<p> ',
  '<p><br>',
  '<img src="',
  '<img src="picture:1" alt="',
  '>',
  'picture:',
  '&',
  '&a',
  '&#',
  '&amp',
  'a&',
  'a=b&',
  '%',
  '%2',
  '+',
  '=',
  ';',
  ',',
  '.',
  '-',
  '@',
  '/',
  ' ',
  '\n',
  ' \n',
  '\t',
  '\u00a0',
  '\u200d',
  '\ufe0f',
  '👩\u200d',
  '\u0301',
  'İ',
  '\ufdfa',
  'a',
  'a ',
  '0',
  '0a',
  'é',
  '"',
  "'",
  '\\',
  '{',
  '[',
  '{"a":',
  'data:',
  'data:a/',
  ':',
  '::',
  'data:image/png;base64,',
  'https://',
  'a.',
  '@a',
  'xn--',
  '(',
  '+1',
  't=1,',
  'v1=0,',
  '*',
];
/** Endings that keep a pattern from matching. */
const ENDS = ['', '!\u0000'];

const HOSTILE = REPEATED.flatMap((part) => ENDS.map((end) => ({ part, end })));

type Hostile = (typeof HOSTILE)[number];
const textOf = ({ part, end }: Hostile, length: number) =>
  part.repeat(Math.floor(length / part.length)) + end;

/** The texts of this length. Making them for every parser would take longer than most parsers. */
const TEXTS = new Map(HOSTILE.map((one) => [one, textOf(one, LENGTH)]));

/** Describes superlinear growth for texts up to `length`; undefined if the time grows linearly. */
export function superlinearGrowth(
  read: (text: string) => unknown,
  length: number = LENGTH,
): string | undefined {
  for (const [one, longest] of TEXTS) {
    const longer = shortest(read, length === LENGTH ? longest : textOf(one, length), SHORT);
    if (longer < SHORT) continue;
    const ratio = longer / shortest(read, textOf(one, length / TIMES), 0);
    const { part, end } = one;
    if (ratio > MOST)
      return `${JSON.stringify(part)} … ${JSON.stringify(end)} takes ${ratio.toFixed(0)} times as long at ${TIMES} times the length.`;
  }
  return undefined;
}

/** Milliseconds of processor time, which does not count the time of other programs. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of processor time of the fastest run, or of the first that is shorter than `enough`. */
function shortest(read: (text: string) => unknown, text: string, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && best >= enough; run += 1) {
    const begun = processorTime();
    read(text);
    best = Math.min(best, processorTime() - begun);
  }
  return best;
}
