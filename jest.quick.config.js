import all from './jest.config.js';

// Scenarios with crashes and races play one point of each; `npm run test:all` plays every one (test/support/faults).
process.env.ONE_FAULT = 'true';

/** The tests of `npm test`: every behavior once. The path is absolute, because the project of a workspace has a folder of its own. */
export default { ...all, filter: `${import.meta.dirname}/test/support/quick-tests.cjs` };
