/** Mutation testing of the rules: docs/mutation-testing.md. */
export default {
  testRunner: 'jest',
  jest: { configFile: 'test/support/stryker-jest-config.js', enableFindRelatedTests: true },
  coverageAnalysis: 'perTest',
  mutate: ['shared/money.ts', 'shared/rules/**/*.ts'],
  // What the tests of the rules read. Stryker cannot rewrite tsconfig.json with the TypeScript of this project.
  ignorePatterns: [
    '/*',
    '!/packages',
    '!/shared',
    '!/test',
    '!/web',
    '!/package.json',
    '!/jest.config.js',
  ],
  tempDirName: '.local/mutation/sandbox',
  incremental: true,
  incrementalFile: '.local/mutation/results.json',
  reporters: ['clear-text', 'progress-append-only', 'html'],
  htmlReporter: { fileName: '.local/mutation/report.html' },
  clearTextReporter: { logTests: false, allowColor: false, allowEmojis: false, reportTests: false },
  concurrency: 1,
  // Each test file leaves memory behind that Jest cannot free.
  maxTestRunnerReuse: 100,
  // A loop without an end is found by counting. Time is for what waits, and long enough for a busy machine.
  timeoutMS: 60_000,
  thresholds: { high: 95, low: 85, break: 85 },
};
