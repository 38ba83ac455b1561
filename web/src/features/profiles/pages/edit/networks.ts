import type { SocialNetwork } from '#shared/rules/profiles/socials.ts';

/* The social networks in the order of the form. docs/product/profiles.md#social-links */

type SocialName =
  | 'socialTikTok'
  | 'socialInstagram'
  | 'socialBluesky'
  | 'socialLinkedin'
  | 'socialYouTube';

export type Network = {
  readonly name: SocialName;
  readonly network: SocialNetwork;
  readonly label: string;
};

export const NETWORKS: readonly Network[] = [
  { name: 'socialTikTok', network: 'tikTok', label: 'TikTok' },
  { name: 'socialInstagram', network: 'instagram', label: 'Instagram' },
  { name: 'socialBluesky', network: 'bluesky', label: 'Bluesky' },
  { name: 'socialLinkedin', network: 'linkedin', label: 'LinkedIn' },
  { name: 'socialYouTube', network: 'youTube', label: 'YouTube' },
];
