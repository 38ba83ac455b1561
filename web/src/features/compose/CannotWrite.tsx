import { Link } from 'react-router';
import { REFUSALS } from '../../../../shared/refusals.ts';
import { useViewerId } from '../../conversation/viewer.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Profile, whyNot } from './accepting.ts';
import { Blocked, PENDING_TITLE, ToPending } from './Blocked.tsx';
import { KeptLetter, useKeptWords } from './KeptLetter.tsx';
import { RecipientCard } from './RecipientCard.tsx';

export type CannotWriteProps = {
  profile: Profile;
  /** A message to them waits for its answer. */
  pending?: boolean;
};

/* In place of the form where nothing could be sent: why, and where to go instead. What was begun is kept. */
export function CannotWrite({ profile, pending = false }: CannotWriteProps) {
  const viewerId = useViewerId();
  const own = profile.id === viewerId;
  const { words: begun } = useKeptWords(profile.id);
  const words = pending ? REFUSALS.PENDING_INBOX_EXISTS.sentence : whyNot(profile, viewerId);
  return (
    <Page title="Send a Message" back={paths.profile(profile.username)}>
      <div className="grid gap-5">
        <RecipientCard profile={profile} />
        <Blocked
          title={pending ? PENDING_TITLE : own ? 'This is your own profile' : 'Not at the moment'}
          action={
            pending ? (
              <ToPending recipientId={profile.id} />
            ) : (
              <Button size="md" render={<Link to={paths.userSearch()} />}>
                {own ? 'Find somebody to ask' : 'Find somebody else'}
              </Button>
            )
          }
        >
          {words}
          {begun && ' What you wrote is kept for 30 days.'}
        </Blocked>
        {begun && <KeptLetter {...begun} />}
      </div>
    </Page>
  );
}
