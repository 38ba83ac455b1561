/**
 * Resolves when a state has not changed for 20 turns of the event loop, of a millisecond each. Work between requests takes
 * a few turns, and a busy machine makes all turns slower alike.
 */
export async function settled(state: () => string): Promise<void> {
  let last = state();
  for (let unchanged = 0; unchanged < 20; unchanged += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (state() !== last) unchanged = 0;
    last = state();
  }
}
