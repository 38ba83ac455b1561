import Sequencer from '@jest/test-sequencer';

// Where Jest has not seen a file run it starts the largest first. These are small and take longest: started last, one of
// them would keep a single processor busy while the others are idle.
const LONGEST = [
  'test/simulation/',
  'test/functions/fuzzing/',
  'test/functions/authorization/',
  'crashes.test.ts',
  'payouts/reversals.test.ts',
  'e2e/accessibility.test.ts',
  'e2e/live.test.ts',
];

const isLong = ({ path }) => LONGEST.some((part) => path.includes(part));

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
