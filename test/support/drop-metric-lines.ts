import { afterAll } from '@jest/globals';

/*
 * Runs before each test file of a project that lists it in jest.config.js. Keeps the metrics that functions print for
 * CloudWatch out of the output of the run. A test that reads them replaces `write` for that time (metrics.ts).
 */

const { stdout } = process;
const write = stdout.write;
const isMetric = (chunk: unknown) => String(chunk).startsWith('{"_aws":');

stdout.write = ((...written: Parameters<typeof write>) =>
  isMetric(written[0]) || write.apply(stdout, written)) as typeof write;
// Another project's test file may be next in this process.
afterAll(() => {
  stdout.write = write;
});
