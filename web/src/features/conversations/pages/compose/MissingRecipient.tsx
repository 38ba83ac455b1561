import { Link, Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { LetterSkeleton } from '#web/ui/Skeletons.tsx';
import { SendBlocked } from './SendBlocked.tsx';
import { UnsendableDraft, useDraftWords } from './UnsendableDraft.tsx';

/*
 * The page of a recipient who does not exist: shows a draft for them if there is one, otherwise that they are gone to somebody whom they
 * answered, and the not-found screen to everybody else.
 */
export function MissingRecipient({ userId, wasAsked }: { userId: string; wasAsked: boolean }) {
  const { words, isLoading } = useDraftWords(userId);
  if (!words && !isLoading && wasAsked) return <Gone />;
  if (!words && !isLoading) return <Navigate to={paths.profileNotFound()} replace />;
  return (
    <Page title="Send a Message" back={paths.orders()}>
      {words ? (
        <div className="grid gap-5">
          <SendBlocked title="This account isn’t available" action={<FindSomeoneElse />}>
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

/** Whoever answered the sender before is not here any more, and nothing was written yet. */
function Gone() {
  return (
    <Page title="Send a Message" back={paths.orders()}>
      <SendBlocked title="This account isn’t available" action={<FindSomeoneElse />}>
        The person you wrote to isn’t here anymore, so you can’t ask them again. Nothing was sent or
        charged.
      </SendBlocked>
    </Page>
  );
}

function FindSomeoneElse() {
  return (
    <Button size="md" render={<Link to={paths.userSearch()} />}>
      Find someone else
    </Button>
  );
}
