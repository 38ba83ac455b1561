import { parsedJson } from '../api/parsed-json.ts';
import { tabStorage } from '../api/storage.ts';

/*
 * The addresses of this visit's history entries, with which a Back link returns to the entry it came from: the same
 * filter, the same row.
 */

const KEY = 'historyEntries';

/** Records the address of the current entry. `pushed`: entries after it are gone. */
export function recordEntry(address: string, pushed: boolean): void {
  const place = placeNow();
  if (place === undefined) return;
  const entries = read();
  entries[place] = address;
  if (pushed) entries.length = place + 1;
  tabStorage.setItem(KEY, JSON.stringify(entries));
}

/**
 * How far back (-1, -2, …) the last visit of `address` is; undefined if the user did not come from there. An address
 * without a search matches any search. A visit of one of `tops`, the main pages, starts over: the user did not come
 * from entries before it.
 */
export function stepsBackTo(address: string, tops: readonly string[]): number | undefined {
  const place = placeNow();
  if (place === undefined) return undefined;
  const entries = read();
  for (let at = place - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry == null) return undefined;
    if (entry === address || (!address.includes('?') && pathOf(entry) === address))
      return at - place;
    if (tops.includes(pathOf(entry))) return undefined;
  }
  return undefined;
}

/**
 * -1 if the current page was opened from one of `tops`, the main pages, although its parent `address` is another page: the account
 * balance is below the settings, and Home opens it as well. Undefined otherwise, and for a page below a main page.
 */
export function stepsBackToMain(address: string, tops: readonly string[]): -1 | undefined {
  const place = placeNow();
  if (place === undefined || tops.includes(pathOf(address))) return undefined;
  const before = read()[place - 1];
  return before != null && tops.includes(pathOf(before)) ? -1 : undefined;
}

/** The address of the entry before the current one; undefined if there is none in this visit. */
export function addressBefore(): string | undefined {
  const place = placeNow();
  return place === undefined ? undefined : (read()[place - 1] ?? undefined);
}

const pathOf = (address: string) => address.split('?')[0] ?? address;

/** The index of the current entry, as the router counts them. */
function placeNow(): number | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return Number.isSafeInteger(state.idx) ? (state.idx as number) : undefined;
}

function read(): (string | null)[] {
  const entries = parsedJson(tabStorage.getItem(KEY));
  return Array.isArray(entries) ? entries : [];
}
