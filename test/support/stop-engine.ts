export default async function stop(): Promise<void> {
  await globalThis.testEngine?.stop();
  globalThis.testEngine = undefined;
}
