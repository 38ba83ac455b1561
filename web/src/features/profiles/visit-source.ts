import { tabStorage } from '../../api/storage.ts';

/*
 * How a visitor came to a profile: `?via=qr` in its address. It is kept for this tab, by the username and the id of the person, so
 * that the press, the draft and the payment carry it too. The server takes any other text as `direct`.
 * docs/product/analytics.md#sources
 */

/** Keeps the source of a visit. As in web/head.js. */
export function keepSource(
  person: { readonly id: string; readonly username: string },
  via: string,
) {
  for (const name of [person.id, person.username]) tabStorage.setItem(`via:${name}`, via);
}

/** The kept source of the visit to a person, by username or id; undefined if none is kept. */
export function keptSource(person: string): string | undefined {
  return tabStorage.getItem(`via:${person}`) ?? undefined;
}

/** The source that an address names, at most as long as the server accepts; undefined if it names none. */
export const sourceIn = (search: URLSearchParams): string | undefined =>
  search.get('via')?.slice(0, 20);

/** Reports that the contact button was pressed. The browser sends it even if the page changes at once. */
export function reportPress(id: string, via = keptSource(id) ?? 'direct'): void {
  navigator.sendBeacon?.('/api/recordContactPress', new URLSearchParams({ id, via }));
}
