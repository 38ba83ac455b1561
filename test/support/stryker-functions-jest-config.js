import jestConfig from '../../jest.config.js';

const rootDir = `${import.meta.dirname}/../..`;
const functions = jestConfig.projects.find(({ displayName }) => displayName === 'functions');

/**
 * The projects `functions` and `storage` as one, as Stryker's runner for Jest needs it. The engine starts once and stays until the
 * runner ends. Tests that send every operation everything are left out: they notice little for the time they take.
 */
export default {
  ...functions,
  rootDir,
  testMatch: ['<rootDir>/test/{functions,storage}/**/*.test.ts'],
  testPathIgnorePatterns: ['/fuzzing/', '/authorization/', 'usual-calls', 'linear-time'],
  testEnvironment: `${rootDir}/test/support/single-realm-environment.js`,
  testSequencer: `${import.meta.dirname}/stryker-sequencer.js`,
  runner: `${import.meta.dirname}/stryker-runner.js`,
  testTimeout: jestConfig.testTimeout,
  globalTeardown: undefined,
  roots: ['functions', 'lib', 'shared', 'test'].map((folder) => `<rootDir>/${folder}`),
};
