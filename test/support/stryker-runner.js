import Runner from 'jest-runner';

/** Runs test files until one has a failure, which is all that Stryker needs to know about a mutant. Jest's `bail` ends the process. */
export default class UntilFirstFailure extends Runner {
  async runTests(tests, watcher, options) {
    let hasFailed = false;
    const unsubscribe = this.on('test-file-success', ([, { numFailingTests }]) => {
      hasFailed ||= numFailingTests > 0;
    });
    for (const test of tests) if (!hasFailed) await super.runTests([test], watcher, options);
    unsubscribe();
  }
}
