import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

/** The names of the tests of each file, from the first run of a sandbox, without a mutant. */
const NAMES = 'test-names.json';

/**
 * Leaves out the files that have none of the tests which Stryker asks for. Stryker names the tests that reach a mutant, and
 * Jest would load every related file to find them.
 */
export default class CoveringFilesOnly extends Sequencer {
  constructor(options) {
    super(options);
    this.pattern = options.globalConfig.testNamePattern;
  }

  sort(tests) {
    if (!this.pattern) return super.sort(tests);
    const names = JSON.parse(readFileSync(NAMES, 'utf8'));
    const wanted = new RegExp(this.pattern, 'i');
    return tests.filter(({ path }) => names[path]?.some((name) => wanted.test(name)) ?? true);
  }

  cacheResults(_tests, { testResults }) {
    if (existsSync(NAMES)) return;
    const names = testResults.map((file) => [
      file.testFilePath,
      file.testResults.map(({ fullName }) => fullName),
    ]);
    writeFileSync(NAMES, JSON.stringify(Object.fromEntries(names)));
  }
}
