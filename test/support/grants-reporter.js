import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Compares what the functions did while tests ran (recorder.ts, and the simulation's grants-check.ts) with what they may do
// (lib/grants/grants.json). After any run: nothing was done that may not be. After all tests that call functions in their
// own process, without a failure: nothing may be done that never was. A difference is said in sentences, and fails the run.

const ROOT = join(import.meta.dirname, '../..');
/** Whose tests call functions in their own process, or play them. */
const CALLING = ['budget', 'functions', 'journeys', 'operator', 'simulation'];

export default class GrantsReporter {
  #globalConfig;
  #folder;
  #fault;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
    this.#folder = mkdtempSync(join(tmpdir(), 'replypaid-grants-'));
    // Before the workers start, which have their environment from here.
    process.env.GRANTS_RECORDINGS = this.#folder;
  }

  onRunComplete(_contexts, results) {
    try {
      if (readdirSync(this.#folder).length > 0) this.#compare(this.#isWhole(results));
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  getLastError() {
    return this.#fault;
  }

  #compare(whole) {
    const words = ['--import', 'tsx', 'test/support/compare-grants.ts', this.#folder];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      whole ? [...words, '--whole'] : words,
      { cwd: ROOT, encoding: 'utf8' },
    );
    if (stdout || stderr) process.stderr.write(`\n${stdout}${stderr}`);
    if (status !== 0) this.#fault = new Error('The functions do not do just what they may.');
  }

  #isWhole({ testResults }) {
    if (this.#globalConfig.testNamePattern) return false;
    const passed = new Set(
      testResults
        .filter((one) => !one.skipped && !one.testExecError && one.numFailingTests === 0)
        .map((one) => one.testFilePath),
    );
    return CALLING.every((project) => {
      const folder = join(ROOT, 'test', project);
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.test.ts'))
        .every((path) => passed.has(join(folder, path)));
    });
  }
}
