/*
 * Hides a warning of React's from the output of a test run. The test files of a worker share React's contexts, and one of them
 * renders pages on the server, so React warns of two renderers at each provider afterwards.
 */

const { error } = console;

console.error = (...words: unknown[]) =>
  String(words[0]).startsWith('Detected multiple renderers') || error.apply(console, words);
