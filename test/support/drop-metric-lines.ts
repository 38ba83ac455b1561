import { afterAll } from '@jest/globals';

/*
 * Hides the metrics that functions print for CloudWatch from the output of a test run. Runs before each test file of
 * a project that lists it in jest.config.js. A test that reads them replaces `write` temporarily (metrics.ts).
 */

const { stdout } = process;
const write = stdout.write;
const isMetric = (chunk: unknown) => String(chunk).startsWith('{"_aws":');

stdout.write = ((...written: Parameters<typeof write>) =>
  isMetric(written[0]) || write.apply(stdout, written)) as typeof write;
// The next test file in this process may belong to another project.
afterAll(() => {
  stdout.write = write;
});
