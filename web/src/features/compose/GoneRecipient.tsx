import { Link, Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { LetterSkeleton } from '../../ui/Skeletons.tsx';
import { Blocked } from './Blocked.tsx';
import { KeptLetter, useKeptWords } from './KeptLetter.tsx';

/* Nobody has this id any more. What was written to them can still be read; else it is any address that leads nowhere. */
export function GoneRecipient({ userId }: { userId: string }) {
  const { words, isLoading } = useKeptWords(userId);
  if (!words && !isLoading) return <Navigate to={paths.profileNotFound()} replace />;
  return (
    <Page title="Send a Message" back={paths.orders()}>
      {words ? (
        <div className="grid gap-5">
          <Blocked
            title="This account is not available"
            action={
              <Button size="md" render={<Link to={paths.userSearch()} />}>
                Find somebody else
              </Button>
            }
          >
            The person you wrote to is not here any more, so this letter cannot be sent. You can
            copy it from here; it is kept for 30 days.
          </Blocked>
          <KeptLetter {...words} />
        </div>
      ) : (
        <LetterSkeleton />
      )}
    </Page>
  );
}
