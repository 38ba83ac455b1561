/*
 * The filter of `npm test`: leaves out what repeats a behavior with every variant, and what needs minutes of a browser or a build.
 * `npm run test:all` runs these files too.
 */

/**
 * Tests of a browser that `npm test` runs: the main job, and its ten most important failures. These are a declined card, a holder
 * whom the bank refuses, a changed price, a recipient who has blocked the sender, a lost response, a double press, a reload and a second
 * tab while paying, an answer without a connection, and a session that has ended.
 */
const IN_A_BROWSER = /\/test\/e2e\/(first-paid-answer|main-job-failures)\.test\.ts$/;

const LEFT_OUT = [
  // Generated input, random histories, and every crash point of the money. In the files of functions and storage that remain, a scenario
  // with crashes or a race plays one of them (ONE_FAULT in jest.quick.config.js).
  /\/test\/functions\/(fuzzing\/|linear-time\.test\.ts$)/,
  /\/test\/simulation\/(crash-points|histories|reconciliation)\.test\.ts$/,
  // The main job in the engines of other browsers.
  /\/test\/engines\/(?!built-files)/,
  // The Stripe emulator, which the tests of the product use: `npm test --workspace @replypaid/stripe-emulator`.
  /\/packages\//,
  // The files of a deployment, which take half a minute to build.
  /\/test\/journeys\//,
];

const isLeftOut = (path) =>
  LEFT_OUT.some((pattern) => pattern.test(path)) ||
  (path.includes('/test/e2e/') && !IN_A_BROWSER.test(path));

module.exports = (paths) => ({ filtered: paths.filter((path) => !isLeftOut(path)) });
