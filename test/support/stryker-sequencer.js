import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The names of the tests of each file, from the first run of a sandbox, without a mutant. */
const NAMES = 'test-names.json';

/**
 * Leaves out the files that have none of the tests which Stryker asks for. Stryker names the tests that reach a mutant, and
 * Jest would load every related file to find them. The files that notice a mutant soonest come first.
 */
export default class CoveringFilesOnly extends Sequencer {
  constructor(options) {
    super(options);
    const { testNamePattern, nonFlagArgs } = options.globalConfig;
    this.pattern = testNamePattern;
    this.mutated = nonFlagArgs.length === 1 ? basename(nonFlagArgs[0]) : undefined;
  }

  sort(tests) {
    const all = this.pattern ? this.covering(tests) : super.sort(tests);
    if (!this.mutated) return all;
    const costs = new Map(all.map((test) => [test, this.costOf(test)]));
    return all.sort((one, other) => costs.get(one) - costs.get(other));
  }

  /** Files that import the mutated one notice most, and of these the short ones are fast. */
  costOf({ path }) {
    const source = readFileSync(path, 'utf8');
    return source.length + (source.includes(`/${this.mutated}'`) ? 0 : Number.MAX_SAFE_INTEGER / 2);
  }

  /** The files with tests that Stryker asks for. */
  covering(tests) {
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
