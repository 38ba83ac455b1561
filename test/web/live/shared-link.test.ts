import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LinkEvent } from '#web/features/live/link-state.ts';
import { ANSWER_TIME, REST_AFTER, SharedLink } from '#web/features/live/shared-link.ts';

/* The tabs of a device. Locks and broadcasts are replaced by the same within this page. */

type Listener = { onmessage: ((event: { data: unknown }) => void) | undefined };

const channels = new Set<Listener>();

class TestChannel implements Listener {
  onmessage: Listener['onmessage'];
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const channel of channels) if (channel !== this) channel.onmessage?.({ data });
  }
  close(): void {
    channels.delete(this);
  }
}

/** One lock, which goes to those who wait in their order. */
class TestLocks {
  #waiting: (() => Promise<unknown> | undefined)[] = [];
  #isHeld = false;
  request(_: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) {
    this.#waiting.push(work);
    signal.addEventListener('abort', () => {
      this.#waiting = this.#waiting.filter((one) => one !== work);
    });
    this.#next();
    return Promise.resolve();
  }
  #next(): void {
    const work = this.#isHeld ? undefined : this.#waiting.shift();
    if (!work) return;
    this.#isHeld = true;
    void Promise.resolve(work()).then(() => {
      this.#isHeld = false;
      this.#next();
    });
  }
}

type Tab = {
  link: SharedLink;
  events: string[];
  ups: boolean[];
  /** What the connection of this tab was told; empty if it has none. */
  told: LinkEvent[];
  /** Makes hints begin or cease to arrive, or one arrive, in the tab with the connection. */
  up: (isUp: boolean) => void;
  arrive: (text: string) => void;
};

const tabs: Tab[] = [];

function openTab(userId = 'ana'): Tab {
  const tab = { events: [], ups: [], told: [], up: () => {}, arrive: () => {} } as unknown as Tab;
  tab.link = new SharedLink({
    userId,
    newLink: ({ onEvent, onUp }) => {
      let isUp = false;
      tab.arrive = onEvent;
      tab.up = (next) => {
        isUp = next;
        onUp(next);
      };
      return {
        get isUp() {
          return isUp;
        },
        tell: (event) => tab.told.push(event),
        renewIfDue: () => undefined,
      };
    },
    onEvent: (text) => tab.events.push(text),
    onUp: (isUp) => tab.ups.push(isUp),
  });
  tabs.push(tab);
  return tab;
}

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(navigator, 'locks', { value: new TestLocks(), configurable: true });
  Object.assign(globalThis, { BroadcastChannel: TestChannel });
});
afterEach(() => {
  for (const { link } of tabs.splice(0)) link.stop();
  channels.clear();
  Reflect.deleteProperty(navigator, 'locks');
  jest.useRealTimers();
});

describe('two tabs', () => {
  test('have one connection, and both get its hints', async () => {
    const [first, second] = [openTab(), openTab()];
    first.link.looking();
    second.link.looking();
    first.up(true);
    first.arrive('hint');
    await settle();
    expect(first.told).toContain('wanted');
    expect(second.told).toEqual([]);
    expect([first.events, second.events]).toEqual([['hint'], ['hint']]);
    expect(second.ups.at(-1)).toBe(true);
  });

  test('a tab that is opened later knows that hints arrive', () => {
    const first = openTab();
    first.link.looking();
    first.up(true);
    expect(openTab().ups).toEqual([true]);
  });

  test('the second takes over when the first is closed', async () => {
    const [first, second] = [openTab(), openTab()];
    first.link.looking();
    second.link.looking();
    first.up(true);
    first.link.stop();
    await settle();
    expect(second.told).toContain('wanted');
    expect(second.ups.at(-1)).toBe(false);
    second.up(true);
    expect(second.ups.at(-1)).toBe(true);
  });

  test('the second relies on no hints while the first does not answer, as when its page is frozen', async () => {
    const [first, second] = [openTab(), openTab()];
    first.link.looking();
    first.up(true);
    second.link.looking();
    await jest.advanceTimersByTimeAsync(ANSWER_TIME);
    expect(second.ups.at(-1)).toBe(true);
    const [frozen] = channels as Set<TestChannel>;
    channels.delete(frozen as TestChannel);
    second.link.looking();
    await jest.advanceTimersByTimeAsync(ANSWER_TIME);
    expect(second.ups.at(-1)).toBe(false);
    channels.add(frozen as TestChannel);
    second.link.looking();
    expect(second.ups.at(-1)).toBe(true);
    await jest.advanceTimersByTimeAsync(ANSWER_TIME);
    expect(second.ups.at(-1)).toBe(true);
  });

  test('the second waits while the first is connecting', async () => {
    const [first, second] = [openTab(), openTab()];
    second.link.looking();
    await jest.advanceTimersByTimeAsync(ANSWER_TIME);
    expect(second.ups).not.toContain(true);
    first.up(true);
    expect(second.ups.at(-1)).toBe(true);
  });

  test('of different people do not share', () => {
    const [first, other] = [openTab('ana'), openTab('ben')];
    first.up(true);
    first.arrive('hint');
    expect([other.events, other.ups]).toEqual([[], []]);
  });
});

describe('the connection', () => {
  test('is not opened while nobody looks', async () => {
    const only = openTab();
    await settle();
    expect(only.told).toEqual([]);
  });

  test('is opened when another tab is looked at', () => {
    const [first, second] = [openTab(), openTab()];
    second.link.looking();
    expect(first.told).toEqual(['wanted']);
  });

  test('is closed when all tabs were hidden for five minutes', async () => {
    const [first, second] = [openTab(), openTab()];
    first.link.looking();
    await jest.advanceTimersByTimeAsync(4 * 60_000);
    second.link.looking();
    await jest.advanceTimersByTimeAsync(4 * 60_000);
    expect(first.told).not.toContain('unwanted');
    await jest.advanceTimersByTimeAsync(61_000);
    expect(first.told.at(-1)).toBe('unwanted');
  });

  test('is kept for five minutes from when the only tab was hidden', async () => {
    const only = openTab();
    only.link.looking();
    await jest.advanceTimersByTimeAsync(59_000);
    only.link.left();
    await jest.advanceTimersByTimeAsync(REST_AFTER - 1_000);
    expect(only.told).not.toContain('unwanted');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(only.told.at(-1)).toBe('unwanted');
  });

  test('is not opened by a tab that was hidden already', async () => {
    const only = openTab();
    only.link.left();
    expect(only.told).toEqual([]);
  });

  test('is closed when the device is offline, and when the page ends', () => {
    const only = openTab();
    only.link.looking();
    only.link.offline();
    expect(only.told.at(-1)).toBe('unwanted');
    only.link.looking();
    only.link.stop();
    expect(only.told.at(-1)).toBe('unwanted');
  });
});

test('a browser without locks has a connection in each tab', () => {
  Reflect.deleteProperty(navigator, 'locks');
  const both = [openTab(), openTab()];
  for (const tab of both) {
    tab.link.looking();
    tab.arrive('hint');
    expect(tab.told).toEqual(['wanted']);
    expect(tab.events).toEqual(['hint']);
  }
});
