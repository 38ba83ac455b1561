import {
  SOURCE_PARAMETER,
  type Source,
  sourceOf,
} from '../../../../shared/rules/analytics/sources.ts';

/*
 * How a visitor came to a profile: `?via=qr` in its address. It is kept for this tab, by the username and the id of the person, so
 * that the press, the draft and the payment carry it too. docs/product/analytics.md#sources
 */

/** As in web/head.js. */
const keyOf = (person: string) => `via:${person}`;

/** Keeps the source of a visit. */
export function keepSource(
  person: { readonly id: string; readonly username: string },
  via: Source,
) {
  try {
    for (const name of [person.id, person.username]) sessionStorage.setItem(keyOf(name), via);
  } catch {
    // Without storage the visit counts as direct from here on.
  }
}

/** The kept source of the visit to a person, by username or id; undefined if none is kept. */
export function keptSource(person: string): Source | undefined {
  try {
    const kept = sessionStorage.getItem(keyOf(person));
    return kept === null ? undefined : sourceOf(kept);
  } catch {
    return undefined;
  }
}

/** The source that an address names. */
export function sourceIn(search: URLSearchParams): Source | undefined {
  const named = search.get(SOURCE_PARAMETER);
  return named === null ? undefined : sourceOf(named);
}

/** Reports that the contact button was pressed. The browser sends it even if the page changes at once. */
export function reportPress(id: string): void {
  navigator.sendBeacon?.('/api/recordContactPress', pressOf(id));
}

function pressOf(id: string): URLSearchParams {
  const via = keptSource(id);
  return new URLSearchParams(via ? { id, via } : { id });
}
