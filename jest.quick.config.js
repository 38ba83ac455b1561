import all from './jest.config.js';

/** The tests of `npm test`: every behavior once. The path is absolute, because the project of a workspace has a folder of its own. */
export default { ...all, filter: `${import.meta.dirname}/test/support/quick-tests.cjs` };
