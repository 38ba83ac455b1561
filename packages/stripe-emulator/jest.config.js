import { chosenBrowser } from '@replypaid/test-browser/installed';

/** The tests of the emulator, alone or as a project of another configuration. */
const project = {
  displayName: 'stripe-emulator',
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: chosenBrowser() ? [] : ['/browser.test.ts$'],
  transform: {
    '\\.[jt]s$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
      },
    ],
  },
};

export default {
  projects: [project],
  // The only time limit of a test, long enough for a machine that is busy with other things.
  testTimeout: 1_800_000,
};
