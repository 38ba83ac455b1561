/*
 * Files on this device, in IndexedDB, for all tabs: what is too large for `deviceStorage`. Never throws: what the browser refuses to store
 * is kept in memory as long as the page is open. docs/product/browsers.md#without-storage
 */

const NAME = 'files';
const STORE = 'files';

/** What the browser refused to store. */
const kept = new Map<string, unknown>();

let opened: Promise<IDBDatabase> | undefined;

/** Stores a value under a key: anything that can be cloned. */
export async function storeFile(key: string, value: unknown): Promise<void> {
  kept.delete(key);
  const isStored = await attempt('readwrite', (store) => store.put(value, key));
  if (!isStored) kept.set(key, value);
}

/** The values whose keys begin with a prefix, in the order of their keys. */
export async function readFiles(prefix: string): Promise<[key: string, value: unknown][]> {
  const range = () => rangeOf(prefix);
  const keys = await attempt('readonly', (store) => store.getAllKeys(range()));
  const values = await attempt('readonly', (store) => store.getAll(range()));
  const stored = (keys?.result ?? []).map((key, nth): [string, unknown] => [
    String(key),
    values?.result[nth],
  ]);
  const refused = [...kept].filter(([key]) => key.startsWith(prefix));
  return [...stored, ...refused].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Removes the values whose keys begin with a prefix; all of them without one. */
export async function removeFiles(prefix = ''): Promise<void> {
  for (const key of [...kept.keys()]) if (key.startsWith(prefix)) kept.delete(key);
  await attempt('readwrite', (store) => store.delete(rangeOf(prefix)));
}

const rangeOf = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Does one thing in the store, and waits until it is on the disk; undefined if the browser refuses. */
async function attempt<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<{ result: Result } | undefined> {
  try {
    return await once(mode, work);
  } catch {
    // Safari loses the connection of a page that was in the background.
    opened = undefined;
    return once(mode, work).catch(() => undefined);
  }
}

async function once<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<{ result: Result }> {
  opened ??= open();
  const transaction = (await opened).transaction(STORE, mode);
  const request = work(transaction.objectStore(STORE));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
  return { result: request.result };
}

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = globalThis.indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Another tab holds the files'));
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      database.onclose = () => {
        opened = undefined;
      };
      resolve(database);
    };
  });
