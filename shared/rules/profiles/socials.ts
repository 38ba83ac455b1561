import * as z from 'zod';

/* Social handles and the addresses they stand for. docs/product/profiles.md#social-links */

export const SOCIAL_NETWORKS = ['bluesky', 'instagram', 'tikTok', 'linkedin', 'youTube'] as const;
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];
/** What a person typed for each network: a handle or an address. */
export type Socials = Readonly<Partial<Record<SocialNetwork, string>>>;

type Network = {
  /** The network's own hosts; an address anywhere else is not shown as a link. */
  readonly hosts: readonly string[];
  readonly handle: RegExp;
  readonly addressOf: (handle: string) => string;
};

const NETWORKS: Record<SocialNetwork, Network> = {
  bluesky: {
    hosts: ['bsky.app'],
    handle: /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
    // A handle is a domain name; without a dot it is one of the network's own.
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
 * The https address behind what a person typed for a network: `@ada`, `ada`, `instagram.com/ada` and
 * `https://www.instagram.com/ada` all lead to the same place. Null for nothing and for whatever does not lead
 * to that network, so that a profile never links anywhere else under its name.
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
  // A browser would drop or turn some of these, and a person sees others than there are.
  if (!text.includes('/') || /[\s\p{C}\\]/u.test(text)) return null;
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  if (url.username || url.password || url.port) return null;
  const known = hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  if (!known || url.pathname === '/') return null;
  url.protocol = 'https:';
  return url.href;
}

/** What people call each network. */
export const NETWORK_NAMES: Readonly<Record<SocialNetwork, string>> = {
  bluesky: 'Bluesky',
  instagram: 'Instagram',
  tikTok: 'TikTok',
  linkedin: 'LinkedIn',
  youTube: 'YouTube',
};

/** Addresses of profiles are far shorter. */
export const SOCIAL_MAX = 200;

/** A handle or an address of this network, or nothing; anything that leads nowhere is told so. */
export const social = (network: SocialNetwork) => {
  const sentence = `Please enter your ${NETWORK_NAMES[network]} name or the address of your page there`;
  return z
    .string(sentence)
    .trim()
    .max(SOCIAL_MAX, sentence)
    .refine((typed) => typed === '' || socialUrl(network, typed) !== null, sentence)
    .optional();
};
