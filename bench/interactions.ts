import type { Page } from 'playwright-core';

/* The time from a press of a key or a tap to the next frame, as the browser's Event Timing measures it. */

/** Starts to record the interactions with a page. */
export const recordInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const durations: number[] = [];
    const watch = new PerformanceObserver((list) => {
      // Only presses count: movements of the pointer have no id.
      for (const { duration, interactionId } of list.getEntries() as Interaction[])
        if (interactionId) durations.push(duration);
    });
    watch.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    type Interaction = PerformanceEntry & { readonly interactionId: number };
    Object.assign(window, { interactions: durations });
  });

/** The longest interaction (ms, in steps of 8) since the start of the record; 16 if none took longer. */
export const longestInteraction = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The browser reports an interaction after its next frame.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { interactions } = window as unknown as { interactions: number[] };
    return Math.max(16, ...interactions);
  });
