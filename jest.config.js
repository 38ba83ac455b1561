import { availableParallelism } from 'node:os';
import { chosenBrowser } from '@replypaid/test-browser/installed';
import stripeEmulator from './packages/stripe-emulator/jest.config.js';
import { missingEngines } from './test/engines/installed.js';
import { chosenStage, leftOut } from './test/support/stages/chosen.js';

// No test reaches AWS: the services that a test starts have a variable each, which counts before this one.
process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:9';
// The CDK's command would send its own usage after each run.
process.env.CDK_DISABLE_CLI_TELEMETRY = 'true';
// Until when the AWS SDK runs on Node 20 is in docs/operations.md; each process would say it once more.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

// Tests leave much short-lived garbage. With more room for it than Node's 16 MB, workers need a tenth less processor time.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

// Each folder of test/ is a project, so that `npx jest --selectProjects rules` runs it alone.
const project = (displayName, extra = {}) => ({
  displayName,
  rootDir: import.meta.dirname,
  // Where tests are looked for: the whole tree takes Jest half a minute a run.
  roots: [`<rootDir>/test/${displayName}`],
  testMatch: [`<rootDir>/test/${displayName}/**/*.test.{ts,tsx}`],
  // One realm and one copy of each package for all files of a worker.
  testEnvironment: '<rootDir>/test/support/single-realm-environment.js',
  runtime: '<rootDir>/test/support/single-realm-runtime.js',
  transform: {
    '\\.m?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true },
          transform: {
            react: { runtime: 'automatic' },
          },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Jest resolves packages as `require` does, and these two name a file for `import` alone.
  moduleNameMapper: {
    '^@middy/(core|util)$': '<rootDir>/node_modules/@middy/$1/index.js',
    // jsdom lays nothing out.
    '\\.css$': '<rootDir>/test/support/no-styles.js',
  },
  ...extra,
});

const withEngine = {
  globalSetup: '<rootDir>/test/support/start-engine.ts',
  globalTeardown: '<rootDir>/test/support/stop-engine.ts',
};

/** The stage that STAGE names, if it does. */
export const namedStage = process.env.STAGE;
const chosen = chosenStage();
// `npm start`, which tests call, reads it as the name of a settings file.
delete process.env.STAGE;

/** Tests that play on either stage. `onEngine`: those of them that are about the engine itself; `engineSetup`: set-up files for it. */
const onStage = (stage, { setupFiles = [], onEngine = [], engineSetup = [], ...extra }) =>
  stage === 'engine'
    ? { ...withEngine, ...extra, setupFiles: [...setupFiles, ...engineSetup] }
    : {
        ...extra,
        globalSetup: '<rootDir>/test/support/stages/say-what-is-left-out.ts',
        setupFiles: [...setupFiles, '<rootDir>/test/support/stages/play-in-memory.ts'],
        testPathIgnorePatterns: onEngine,
      };

/** Keeps the metrics that functions print out of the output of the run. */
const DROP_METRICS = '<rootDir>/test/support/drop-metric-lines.ts';

/** Denies a function that is called in the process of its test what its role would deny. */
const ROLE_GUARD = '<rootDir>/test/support/guard-roles.ts';

/** For tests that call functions in their own process, and only there: they hash cheaply and answer at once, and the output of the run has none of their metrics. */
const withFunctions = {
  setupFiles: [
    '<rootDir>/test/support/cheap-scrypt.ts',
    '<rootDir>/test/support/short-answer-time.ts',
  ],
  setupFilesAfterEnv: [DROP_METRICS, ROLE_GUARD],
};

/** The engine for tests of functions, which make a hundred thousand requests. Those of storage have the whole client of the AWS SDK. */
const SHORT_WIRE = '<rootDir>/test/support/stages/play-on-short-wire.ts';

// The packaged browser denies notifications. This file runs where a full browser is named.
const FULL_BROWSER = 'test/e2e/full-browser.test.ts';
// Where there is no browser, the tests of screens are left out, and the set-up of `e2e` says so.
const OF_SCREENS = chosenBrowser() ? [] : ['<rootDir>/test/e2e/'];

/** The tests of functions on a stage. */
export const functionsOn = (stage) =>
  project('functions', onStage(stage, { ...withFunctions, engineSetup: [SHORT_WIRE] }));

/** For tests that start the whole product: built once, before the first of them. */
const withProduct = {
  globalSetup: '<rootDir>/test/support/build-product.ts',
  globalTeardown: '<rootDir>/test/support/stop-product.ts',
};

export default {
  projects: [
    project('rules'),
    project('house'),
    project('web', {
      testEnvironment: '<rootDir>/test/support/dom-environment.js',
      setupFilesAfterEnv: ['<rootDir>/test/support/drop-renderer-warnings.ts'],
    }),
    project('local', withEngine),
    project('storage', onStage(chosen, { onEngine: ['/(table-model|client-retries).test.ts$'] })),
    functionsOn(chosen),
    project('simulation', {
      globalSetup: '<rootDir>/test/simulation/make-bundle.ts',
      globalTeardown: '<rootDir>/test/simulation/remove-bundle.ts',
    }),
    project('journeys', { globalSetup: '<rootDir>/test/support/build-deployed.ts' }),
    project('cloud', {
      globalSetup: '<rootDir>/test/cloud/make-template-folder.ts',
      globalTeardown: '<rootDir>/test/cloud/remove-template-folder.ts',
    }),
    project('operator', {
      ...withProduct,
      ...withFunctions,
      setupFiles: [...withFunctions.setupFiles, SHORT_WIRE],
    }),
    project('engines', {
      ...withProduct,
      testPathIgnorePatterns: missingEngines.map(({ test }) => `<rootDir>/test/engines/${test}`),
    }),
    project('e2e', {
      ...withProduct,
      testEnvironment: '<rootDir>/test/support/screen-environment.js',
      testPathIgnorePatterns: process.env.CHROMIUM_PATH
        ? OF_SCREENS
        : [...OF_SCREENS, `<rootDir>/${FULL_BROWSER}`],
    }),
    ...stripeEmulator.projects,
  ].filter(({ displayName }) => !leftOut().includes(displayName)),
  testSequencer: `${import.meta.dirname}/test/support/longest-first.js`,
  // The only time limit of a test, long enough for a machine that is busy with other things: no test is decided by its time.
  testTimeout: 1_800_000,
  // More than the cores, because browser tests wait as long as they compute.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Each file leaves some 13 MB behind that Jest cannot free. A worker that has collected so much is slower than a new one.
  workerIdleMemoryLimit: '600MB',
};
