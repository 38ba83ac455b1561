import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { WebAddress } from '#web/ui/WebAddress.tsx';
import { ShareButtons } from '../../profiles/ShareButtons.tsx';
import { displayAddress, ownProfileLink } from '../../profiles/share.ts';

const waiting = () => <CardSkeleton height={320} />;
const Embed = lazyPart(async () => (await import('./Embed.tsx')).Embed, waiting);
const Poster = lazyPart(async () => (await import('./Poster.tsx')).Poster, waiting);
const Signature = lazyPart(async () => (await import('./Signature.tsx')).Signature, waiting);

/* The ways to share one's own profile. docs/product/links.md#share-kit */
export function Component() {
  const { username } = useCurrentUser();
  return (
    <Page
      title="Share kit"
      back={paths.myProfile()}
      lead="Put your address where people already ask you things. Your analytics show which way they came."
    >
      <Tabs
        label="Ways to share"
        tabs={[
          { value: 'link', label: 'Link', content: <PlainLink username={username} /> },
          { value: 'site', label: 'Website', content: <Embed /> },
          { value: 'poster', label: 'Poster', content: <Poster /> },
          { value: 'email', label: 'Email', content: <Signature /> },
        ]}
      />
    </Page>
  );
}

function PlainLink({ username }: { username: string }) {
  const shared = ownProfileLink(username);
  return (
    <div className="grid gap-4">
      <p className="font-semibold text-lg">
        <WebAddress address={displayAddress(shared)} />
      </p>
      <ShareButtons shared={shared} qrName={`replypaid-${username}.png`} />
    </div>
  );
}
