/*
 * The only way to the browser's storage: `deviceStorage` for all tabs of this browser, `tabStorage` for this tab. Neither ever throws.
 * Browsers refuse storage when cookies are blocked, in some private windows and embedded views, and when the disk is full; some
 * refuse with an exception when the property is read. What the storage refuses is kept in memory as long as the page is open.
 * docs/product/browsers.md#without-storage
 */

export type KeyValueStorage = {
  /** The value of a key; null if there is none. */
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
  /** The keys that have a value. */
  keys(): string[];
  /** Whether the browser lets this page read it. */
  isAvailable(): boolean;
};

/** Local storage: until it is removed, in every tab. */
export const deviceStorage: KeyValueStorage = neverFailing(() => globalThis.localStorage);

/** Session storage: as long as the tab is open. */
export const tabStorage: KeyValueStorage = neverFailing(() => globalThis.sessionStorage);

/** A storage that keeps in memory what the one behind it refuses to store or to remove. */
export function neverFailing(open: () => Storage): KeyValueStorage {
  /** What the storage refused, which takes precedence over what it has. Null: it refused to remove the key. */
  const refused = new Map<string, string | null>();
  followOtherTabs(refused);

  const attempt = <Result>(work: (storage: Storage) => Result): { result?: Result } => {
    try {
      return { result: work(open()) };
    } catch {
      return {};
    }
  };
  const change = (key: string, value: string | null, work: (storage: Storage) => void) => {
    const isStored = 'result' in attempt(work);
    if (isStored) refused.delete(key);
    else refused.set(key, value);
  };
  const keys = () => {
    const stored = attempt((storage) => keysOf(storage)).result ?? [];
    const all = new Set([...stored, ...refused.keys()]);
    return [...all].filter((key) => refused.get(key) !== null);
  };
  return {
    getItem(key) {
      const kept = refused.get(key);
      return kept !== undefined
        ? kept
        : (attempt((storage) => storage.getItem(key)).result ?? null);
    },
    setItem: (key, value) => change(key, value, (storage) => storage.setItem(key, value)),
    removeItem: (key) => change(key, null, (storage) => storage.removeItem(key)),
    clear() {
      for (const key of keys()) change(key, null, (storage) => storage.removeItem(key));
    },
    keys,
    isAvailable: () => 'result' in attempt((storage) => storage.getItem('')),
  };
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, nth) => storage.key(nth) ?? '');

/** Forgets what was refused once another tab has stored a newer value. */
function followOtherTabs(refused: Map<string, string | null>): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key }) => {
    if (key === null) refused.clear();
    else refused.delete(key);
  });
}

/** How long a cookie of the device is kept, in seconds: 400 days, the longest that browsers accept. */
const COOKIE_TIME = 34_560_000;
const refusedCookies = new Map<string, string>();

/**
 * Facts about the device, not about a person: signing out clears the storage, and these cookies stay. They are sent to this
 * site only. Values have no characters that cookies forbid.
 */
export const deviceCookies = {
  read(name: string): string | undefined {
    const found = cookies().find((cookie) => cookie.startsWith(`${name}=`));
    return found?.slice(name.length + 1) ?? refusedCookies.get(name);
  },
  write(name: string, value: string): void {
    refusedCookies.delete(name);
    try {
      const secure = location.protocol === 'https:' ? '; Secure' : '';
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and Safari and Firefox are late with it
      document.cookie = `${name}=${value}; Path=/; Max-Age=${COOKIE_TIME}; SameSite=Strict${secure}`;
    } catch {
      // Kept below, until the page is closed.
    }
    if (!cookies().includes(`${name}=${value}`)) refusedCookies.set(name, value);
  },
};

function cookies(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}

/**
 * Whether this browser keeps cookies. Without them the refresh token is in the memory of the page, so the session lasts as long as the
 * page is open.
 */
export const keepsCookies = (): boolean => navigator.cookieEnabled !== false;

/** The container of service workers; undefined where the browser has none or refuses it, as it does with blocked cookies. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
