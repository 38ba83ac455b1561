/**
 * How long (ms) a test waits for what a screen has to show, before it says what is shown instead. A step that takes seconds on a
 * quiet machine is done by then on one with many times the load: no test is decided by its time.
 */
export const PATIENCE_MS = 300_000;
