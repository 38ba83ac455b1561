/* oEmbed: how other sites ask for the preview of a profile. https://oembed.com. docs/product/links.md#oembed */

/** The path of the endpoint. */
export const OEMBED_PATH = '/oembed';

/** The address of the preview of a profile. `profile`: the address of the profile. */
export const oembedAddress = (origin: string, profile: string): string =>
  `${origin}${OEMBED_PATH}?${new URLSearchParams({ url: profile, format: 'json' })}`;

/** The username in the address of a profile of this origin; undefined for any other address. */
export function usernameIn(address: string, origin: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin || url.username || url.password) return undefined;
  return /^\/([\w.]+)\/?$/.exec(url.pathname)?.[1]?.toLowerCase();
}
