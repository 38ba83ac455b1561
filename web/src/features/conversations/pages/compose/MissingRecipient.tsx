import { Link, Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { SendBlocked } from './SendBlocked.tsx';
import { UnsendableDraft, useDraftWords } from './UnsendableDraft.tsx';

/*
 * The page of a recipient who does not exist: shows a draft for them if there is one, otherwise the not-found screen.
 */
export function MissingRecipient({ userId }: { userId: string }) {
  const { words, isLoading } = useDraftWords(userId);
  if (!words && !isLoading) return <Navigate to={paths.profileNotFound()} replace />;
  return (
    <Page title="Send a Message" back={paths.orders()}>
      {words ? (
        <div className="grid gap-5">
          <SendBlocked
            title="This account isn’t available"
            action={
              <Button size="md" render={<Link to={paths.userSearch()} />}>
                Find someone else
              </Button>
            }
          >
            The person you wrote to isn’t here anymore, so this letter can’t be sent. You can copy
            it from here; it’s kept for 30 days.
          </SendBlocked>
          <UnsendableDraft {...words} />
        </div>
      ) : (
        <LetterSkeleton />
      )}
    </Page>
  );
}
