import { ExternalLink } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { List, Row } from '#web/ui/List.tsx';
import type { PublicProfile } from '../../public-profile.ts';

/* The person's accounts on social networks. */
export function Social({ profile }: { profile: PublicProfile }) {
  const accounts = accountsOf(profile);
  if (accounts.length === 0) return <EmptyState drawing="link" title="NO SOCIAL LINKS FOUND" />;
  return (
    <List label="Social links">
      {accounts.map(({ network, handle, url }) => (
        <Row
          key={network}
          title={network}
          subtitle={handle}
          trailing={<ExternalLink aria-hidden className="size-4 text-soft" />}
          render={<a href={url} target="_blank" rel="ugc nofollow noopener" />}
        />
      ))}
    </List>
  );
}

function accountsOf(profile: PublicProfile) {
  return [
    { network: 'TikTok', handle: profile.socialTikTok, url: profile.socialTikTokUrl },
    { network: 'Instagram', handle: profile.socialInstagram, url: profile.socialInstagramUrl },
    { network: 'Bluesky', handle: profile.socialBluesky, url: profile.socialBlueskyUrl },
    { network: 'LinkedIn', handle: profile.socialLinkedin, url: profile.socialLinkedinUrl },
    { network: 'YouTube', handle: profile.socialYouTube, url: profile.socialYouTubeUrl },
  ].flatMap(({ url, ...account }) => (url ? [{ ...account, url }] : []));
}
