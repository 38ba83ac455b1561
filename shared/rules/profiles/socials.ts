import * as z from 'zod/mini';

/* Social handles and the addresses that they stand for. docs/product/profiles.md#social-links */

export const SOCIAL_NETWORKS = ['bluesky', 'instagram', 'tikTok', 'linkedin', 'youTube'] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];
/** The handle or address that a person entered for each network. */
export type Socials = Readonly<Partial<Record<SocialNetwork, string>>>;

type Network = {
  /** The network's hosts. An address on any other host is not shown as a link. */
  readonly hosts: readonly string[];
  readonly handle: RegExp;
  readonly addressOf: (handle: string) => string;
};

const NETWORKS: Record<SocialNetwork, Network> = {
  bluesky: {
    hosts: ['bsky.app'],
    handle: /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
    // A Bluesky handle is a domain name; without a dot it is a subdomain of bsky.social.
    addressOf: (handle) =>
      `https://bsky.app/profile/${handle.includes('.') ? handle : `${handle}.bsky.social`}`,
  },
  instagram: {
    hosts: ['instagram.com'],
    handle: /^[\w.]{1,30}$/,
    addressOf: (handle) => `https://www.instagram.com/${handle}`,
  },
  tikTok: {
    hosts: ['tiktok.com'],
    handle: /^[\w.]{1,24}$/,
    addressOf: (handle) => `https://www.tiktok.com/@${handle}`,
  },
  linkedin: {
    hosts: ['linkedin.com'],
    handle: /^[\p{L}\p{N}_-]{2,100}$/u,
    addressOf: (handle) => `https://www.linkedin.com/in/${encodeURIComponent(handle)}`,
  },
  youTube: {
    hosts: ['youtube.com', 'youtu.be'],
    handle: /^[\p{L}\p{N}_.·-]{2,30}$/u,
    addressOf: (handle) => `https://www.youtube.com/@${encodeURIComponent(handle)}`,
  },
};

/**
 * The https address of a handle or address that a person entered: `@ada`, `ada`, `instagram.com/ada` and
 * `https://www.instagram.com/ada` give the same one. Null for an empty text and for an address outside the network, so that a
 * profile never links to another site under the network's name.
 */
export function socialUrl(network: SocialNetwork, typed: string | undefined): string | null {
  const { hosts, handle, addressOf } = NETWORKS[network];
  const text = (typed ?? '').trim();
  const address = addressAt(hosts, text);
  if (address) return address;
  const bare = text.replace(/^@/, '');
  return handle.test(bare) ? addressOf(bare) : null;
}

function addressAt(hosts: readonly string[], text: string): string | null {
  // A browser would drop or change these characters, so that the address would differ from what a person sees.
  if (/[\s\p{C}\\]/u.test(text)) return null;
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  if (url.username || url.password || url.port) return null;
  const known = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  if (!known || url.pathname === '/') return null;
  url.protocol = 'https:';
  return url.href;
}

/** The displayed name of each network. */
const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = {
  bluesky: 'Bluesky',
  instagram: 'Instagram',
  tikTok: 'TikTok',
  linkedin: 'LinkedIn',
  youTube: 'YouTube',
};

/** The maximum length of an address. Addresses of profiles are far shorter. */
const SOCIAL_MAX = 200;

/** The schema of a social link: a handle or an address of this network, or empty. Refuses anything else. */
export const social = (network: SocialNetwork) => {
  const sentence = `Please enter your ${NETWORK_NAMES[network]} name or the address of your page there`;
  return z.optional(
    z.string(sentence).check(
      z.trim(),
      z.maxLength(SOCIAL_MAX, sentence),
      z.refine((typed) => typed === '' || socialUrl(network, typed) !== null, sentence),
    ),
  );
};
