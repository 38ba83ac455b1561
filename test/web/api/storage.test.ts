import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { withLock } from '#web/api/lock.ts';
import { neverFailing, serviceWorkers } from '#web/api/storage.ts';

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

/** As browsers throw it when a page reads the property with blocked cookies. */
const forbidden = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

/** A storage that has no room for anything new. */
function fullStorage(entries: Record<string, string>): Storage {
  localStorage.clear();
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  return localStorage;
}

const keep = (storage: Storage) => () => storage;

const refusing: [string, () => Storage][] = [
  ['its property throws', forbidden],
  ['its property is null', () => null as never],
  ['its property is undefined', () => undefined as never],
  ['each of its methods throws', () => new Proxy({} as Storage, { get: forbidden })],
  ['it has no room', () => fullStorage({})],
];

describe.each(refusing)('a storage of which %s', (_, open) => {
  test('keeps in memory what the page stores', () => {
    const storage = neverFailing(open);
    expect(storage.getItem('draft')).toBeNull();
    storage.setItem('draft', 'Dear Ana');
    storage.setItem('theme', 'dark');
    expect(storage.getItem('draft')).toBe('Dear Ana');
    expect(storage.keys().sort()).toEqual(['draft', 'theme']);
    storage.removeItem('draft');
    expect(storage.getItem('draft')).toBeNull();
    storage.clear();
    expect(storage.keys()).toEqual([]);
    expect(storage.getItem('theme')).toBeNull();
  });
});

test('what a full storage refuses replaces what it has, and an empty key is a value', () => {
  const storage = neverFailing(keep(fullStorage({ draft: 'older', empty: '' })));
  storage.setItem('draft', 'newer');
  expect(storage.getItem('draft')).toBe('newer');
  expect(storage.getItem('empty')).toBe('');
  expect(storage.keys().sort()).toEqual(['draft', 'empty']);
});

test('a storage that refuses to remove a key appears without it', () => {
  localStorage.setItem('session', 'of somebody');
  jest.spyOn(Storage.prototype, 'removeItem').mockImplementation(forbidden);
  const storage = neverFailing(() => localStorage);
  storage.clear();
  expect(storage.getItem('session')).toBeNull();
  expect(storage.keys()).toEqual([]);
});

test('a storage with room again stores, and a newer value of another tab counts', () => {
  const storage = neverFailing(keep(fullStorage({})));
  storage.setItem('draft', 'in memory');
  jest.restoreAllMocks();
  const roomy = neverFailing(() => localStorage);
  roomy.setItem('draft', 'stored');
  expect(localStorage.getItem('draft')).toBe('stored');

  const full = neverFailing(keep(fullStorage({ draft: 'of another tab' })));
  full.setItem('draft', 'in memory');
  window.dispatchEvent(new StorageEvent('storage', { key: 'draft' }));
  expect(full.getItem('draft')).toBe('of another tab');
});

test('a browser that refuses service workers counts as one that has none', () => {
  const own = Object.getOwnPropertyDescriptor(navigator, 'serviceWorker');
  Object.defineProperty(navigator, 'serviceWorker', { get: forbidden, configurable: true });
  expect(serviceWorkers()).toBeUndefined();
  if (own) Object.defineProperty(navigator, 'serviceWorker', own);
  else Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('in a browser that refuses locks', () => {
  const refuseLocks = () =>
    Object.defineProperty(navigator, 'locks', {
      value: { request: async () => forbidden() },
      configurable: true,
    });

  test('work under a lock is run once', async () => {
    refuseLocks();
    let runs = 0;
    const work = async () => {
      runs += 1;
      return runs;
    };
    expect(await withLock('refresh-session', work)).toBe(1);
    expect(runs).toBe(1);
  });

  test('work that fails is not repeated', async () => {
    Object.defineProperty(navigator, 'locks', {
      value: { request: async (_: string, work: () => Promise<unknown>) => work() },
      configurable: true,
    });
    let runs = 0;
    const failing = async () => {
      runs += 1;
      throw new Error('it failed');
    };
    await expect(withLock('refresh-session', failing)).rejects.toThrow('it failed');
    expect(runs).toBe(1);
  });
});
