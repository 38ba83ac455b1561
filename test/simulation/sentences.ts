import type { Decisions } from './choices.ts';
import type { History } from './history.ts';

/* Describes a shrunk history to a person: as numbered sentences, and as a test that replays it. */

/** What an injected fault does to an effect. */
const FAULT_WORDS: Readonly<Record<string, string>> = {
  crashBefore: 'crashes before',
  crashAfter: 'crashes after',
  retried: 'repeats, because the response was lost,',
  failed: 'gets an error, and nothing is done, at',
  responseLost: 'gets an error, although it is done, at',
  delayed: 'waits for a late response at',
  throttled: 'gets 429 at',
  serverError: 'gets 500 at',
};

/** Who does what, what fails, and at which time, until everything recovers. */
export function sentencesOf({ steps, violations }: History): string[] {
  const sentences: string[] = [];
  let last = '';
  for (const line of steps.slice(
    0,
    steps.findIndex((one) => / {2}recovery without/.test(one)),
  )) {
    const [time, text = ''] = [line.slice(0, 19).replace('T', ' '), line.slice(26)];
    const [, nth, rest = ''] = text.match(/^(\d+) (.*)$/) ?? [];
    const [what = '', fault] = rest.split('  ← ');
    const isEffect = nth !== undefined && !/^(starts:|responds|fails:|crashed)/.test(what);
    const begin = `${time}  process ${nth}`;
    if (!nth) sentences.push(`${time}  ${text}`);
    else if (fault) sentences.push(`${begin} ${FAULT_WORDS[fault] ?? `meets ${fault} at`} ${what}`);
    else if (!isEffect) sentences.push(`${begin} ${what}`);
    else if (last === begin) sentences.push(`${sentences.pop()}, ${what}`);
    else sentences.push(`${begin} does ${what}`);
    last = isEffect && !fault ? begin : '';
  }
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
${linesOf(history.decisions)}
  ]);
  expect(violations).toEqual([]);
}, 60_000);
`;
}

const invariantOf = ({ violations }: History) => violations[0]?.split(':')[0];
const linesOf = (decisions: Decisions) =>
  decisions
    .map((step) => `    ${JSON.stringify(step).replaceAll('"', "'").replaceAll(',', ', ')},`)
    .join('\n');
