import Sequencer from '@jest/test-sequencer';

// Where Jest has not seen a file run it starts the largest first. These are small and take longest: started last, one of
// them would keep a single processor busy while the others are idle. The longest come first.
const LONGEST = [
  'test/simulation/crash-points',
  'test/engines/',
  'test/simulation/',
  'e2e/accessibility.test.ts',
  'profiles/avatar.test.ts',
  'functions/linear-time.test.ts',
  'e2e/live.test.ts',
  'test/functions/authorization/',
  'accounts/deleted-data.test.ts',
  'billing/repeated-requests.test.ts',
  'payouts/reversals.test.ts',
  'test/functions/fuzzing/',
  'test/journeys/',
  'test/e2e/',
  'test/cloud/',
];

/** The place of a file among the longest; those that are not among them come last. */
function placeOf({ path }) {
  const place = LONGEST.findIndex((part) => path.includes(part));
  return place < 0 ? LONGEST.length : place;
}

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
