import all, { functionsOn, namedStage } from './jest.config.js';

// Scenarios with crashes and races play one point of each; `npm run test:all` plays every one (test/support/faults).
process.env.ONE_FAULT = 'true';

// Functions play in memory, where they take some 40 % less processor time; `npm run test:all` plays them on the engine.
const projects = all.projects.map((one) =>
  one.displayName === 'functions' ? functionsOn(namedStage ?? 'memory') : one,
);

/** The tests of `npm test`: every behavior once. The path is absolute, because the project of a workspace has a folder of its own. */
export default { ...all, projects, filter: `${import.meta.dirname}/test/support/quick-tests.cjs` };
