import rules from './stryker.config.mjs';

/** Mutation testing of functions and their storage: docs/mutation-testing.md. */
export default {
  ...rules,
  jest: {
    configFile: 'test/support/stryker-functions-jest-config.js',
    enableFindRelatedTests: true,
  },
  mutate: ['functions/**/*.ts'],
  ignorePatterns: [
    '/*',
    ...rules.ignorePatterns.slice(1),
    '!/functions',
    '!/lib',
    '!/bench',
    '!/settings',
  ],
  // What is written there is data: tests on the engine notice a wrong name at once.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
  tempDirName: '.local/mutation/functions-sandbox',
  incrementalFile: '.local/mutation/functions-results.json',
  htmlReporter: { fileName: '.local/mutation/functions-report.html' },
  dryRunTimeoutMinutes: 60,
};
