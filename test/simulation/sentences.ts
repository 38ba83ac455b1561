import type { InjectedFault } from '#test/support/faults/processes.ts';
import type { Decisions } from './choices.ts';
import { type History, PEOPLE_READY } from './history.ts';
import { RECOVERY } from './recovery.ts';

/* Describes a shrunk history to a person: as numbered sentences, and as a test that replays it. */

/** What an injected fault does to an effect. */
const FAULT_WORDS: Readonly<Record<InjectedFault, string>> = {
  none: 'does',
  crashBefore: 'crashes before',
  crashAfter: 'crashes after',
  retried: 'repeats, because the response was lost,',
  failed: 'gets an error, and nothing is done, at',
  responseLost: 'gets an error, although it is done, at',
  delayed: 'waits for a late response at',
  slow: 'waits for a slow response at',
  tooLate: 'does not wait for the response at',
  throttled: 'gets 429 at',
  serverError: 'gets 500 at',
};

type Line = { readonly time: string; readonly process: string; readonly text: string };

/** Reads a step of a history; `process` is empty if it is not a step of a process. */
function lineOf(step: string): Line {
  const time = step.slice(0, 19).replace('T', ' ');
  const [, process = '', text = step.slice(26)] = step.slice(26).match(/^(\d+) (.*)$/) ?? [];
  return { time, process, text };
}

const isEffect = ({ process, text }: Line) =>
  process !== '' && !/^(starts:|responds|fails:|crashed)/.test(text) && !text.includes('  ← ');

/** Describes a line as a sentence, with the effects of the process that preceded it without a fault. */
function sentenceOf({ time, process, text }: Line, effects: readonly string[]): string {
  if (!process) return `${time}  ${text}`;
  const [what = '', fault] = text.split('  ← ');
  const first = effects.length > 0 ? `does ${effects.join(', ')}, then ` : '';
  const then = fault ? `${FAULT_WORDS[fault as InjectedFault]} ${what}` : what;
  return `${time}  process ${process} ${first}${then}`;
}

/** The lines before the recovery; those of the setup only if they are actions of people. */
function linesOf(steps: readonly string[]): Line[] {
  const lines = steps.map(lineOf);
  const ready = lines.findIndex(({ text }) => text === PEOPLE_READY);
  const recovery = lines.findIndex(({ text }) => text === RECOVERY);
  const setup = lines
    .slice(0, ready)
    .filter(({ process, text }) => !process || /^starts: (?!webhook|stream)/.test(text));
  return [...setup, ...lines.slice(ready, recovery)];
}

/** Who does what, what fails, and at which time, until everything recovers. */
export function sentencesOf({ steps, violations }: History): string[] {
  const lines = linesOf(steps);
  const sentences = lines.flatMap((line, nth) => {
    const next = lines[nth + 1];
    if (isEffect(line) && next?.process === line.process) return [];
    const start =
      1 +
      lines.findLastIndex(
        (one, at) => at < nth && (one.process !== line.process || !isEffect(one)),
      );
    const effects = lines.slice(start, nth).map(({ text }) => text);
    // The effects of a process that runs alone from its start to its response are left out.
    const isUsual = lines[start - 1]?.process === line.process && line.text.startsWith('responds');
    if (isEffect(line))
      return [sentenceOf({ ...line, text: `does ${[...effects, line.text].join(', ')}` }, [])];
    return [sentenceOf(line, isUsual ? [] : effects)];
  });
  return [
    ...sentences.map((one, nth) => `${nth + 1}. ${one}`),
    'Then everything recovers without faults, and these invariants are violated:',
    ...violations.map((one) => `- ${one.split('\n')[0]}`),
  ];
}

/** A file of tests with one that replays the history; it fails until the cause is removed. */
export function testOf(history: History): string {
  const comment = sentencesOf(history).map((one) => `  // ${one}`);
  return `import { expect, test } from '@jest/globals';
import { violationsAfter } from './replay.ts';

test('every invariant holds after a history that once violated ${invariantOf(history)}', async () => {
${comment.join('\n')}
  const violations = await violationsAfter([
${literalOf(history.decisions)}
  ]);
  expect(violations).toEqual([]);
});
`;
}

const invariantOf = ({ violations }: History) => violations[0]?.split(':')[0];
const literalOf = (decisions: Decisions) =>
  decisions
    .map((step) => `    ${JSON.stringify(step).replaceAll('"', "'").replaceAll(',', ', ')},`)
    .join('\n');
