import { Link } from 'react-router-dom';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { ShareButtons } from './ShareButtons.tsx';
import { spokenUrl } from './share.ts';

/* The public address, to pass on. Spec part 1, section 2, /my-profile. */
export function Component() {
  const { fullName, username, profileImageUrl } = useCurrentUser();
  return (
    <Page title="My profile">
      <div className="letter mt-2 grid justify-items-center gap-1 px-6 py-8 text-center">
        <Avatar name={fullName} imageUrl={profileImageUrl} size="xl" />
        <h2 className="wrap-anywhere mt-3 font-medium font-serif text-2xl leading-tight">
          {fullName}
        </h2>
        <p className="wrap-anywhere text-soft">@{username}</p>
        <p className="mt-4 w-full border-rule border-t pt-4 text-[0.875rem] text-soft">
          Your address
        </p>
        <p className="break-all font-semibold text-lg">{spokenUrl(username)}</p>
      </div>
      <p className="my-5 text-soft">
        Put it where people already ask you things. Whoever opens it sees who you are and what an
        answer costs.
      </p>
      <ShareButtons username={username} />
      <div className="mt-2 grid">
        <Button variant="quiet" render={<Link to={paths.profile(username)} />}>
          View Public Profile
        </Button>
      </div>
    </Page>
  );
}
