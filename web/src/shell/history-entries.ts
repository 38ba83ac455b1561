/*
 * The addresses behind the entries of the browser's history that belong to this visit, so that an arrow back can return
 * to the entry it came from: the same filter, the same row.
 */

const KEY = 'historyEntries';

/** Keeps which address the present entry shows. `pushed`: what came after it is gone. */
export function noteEntry(address: string, pushed: boolean): void {
  const place = placeNow();
  if (place === undefined) return;
  const entries = read();
  entries[place] = address;
  if (pushed) entries.length = place + 1;
  sessionStorage.setItem(KEY, JSON.stringify(entries));
}

/**
 * How far back (-1, -2, …) the last visit of `address` lies, undefined where the person did not come from there. An
 * address without a search stands for the same screen with any. A visit of one of `tops`, the places of the navigation,
 * begins anew: what lies behind it is not where the person came from.
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

const pathOf = (address: string) => address.split('?')[0] ?? address;

/** The place of the present entry, as the router counts them. */
function placeNow(): number | undefined {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return typeof state.idx === 'number' ? state.idx : undefined;
}

function read(): (string | null)[] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}
