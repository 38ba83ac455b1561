import jestConfig from '../../jest.config.js';

const rootDir = `${import.meta.dirname}/../..`;
const rules = jestConfig.projects.find(({ displayName }) => displayName === 'rules');

/** The project `rules` alone, as Stryker's runner for Jest needs it: a path that it can load itself, and every file that leads from a rule to its tests. */
export default {
  ...rules,
  rootDir,
  testEnvironment: `${rootDir}/test/support/single-realm-environment.js`,
  testSequencer: `${import.meta.dirname}/stryker-sequencer.js`,
  runner: `${import.meta.dirname}/stryker-runner.js`,
  roots: ['<rootDir>/shared', '<rootDir>/test/rules'],
};
