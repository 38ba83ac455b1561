import { Link } from 'react-router';
import { hasUnsent } from '#web/outboxes.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { ActionBar } from '#web/ui/ActionBar.tsx';
import { Button } from '#web/ui/Button.tsx';

/* Asks before a sign-out that would delete begun answers, or answers, replies or chat messages that are not sent yet. */
export function UnsentWarning({ onLeave }: { onLeave: () => void }) {
  return (
    <Page
      title="Sign out?"
      back={paths.settings()}
      action={<span />}
      actionBar={
        <ActionBar>
          <Button block render={<Link to={paths.dashboard()} replace />}>
            Stay signed in
          </Button>
          <Button block variant="danger" onClick={onLeave}>
            {hasUnsent() ? 'Sign out and delete what isn’t sent' : 'Sign out and delete draft'}
          </Button>
        </ActionBar>
      }
    >
      <p>
        {hasUnsent()
          ? 'Answers or messages on this device aren’t sent yet. They’re sent when you’re online and signed in. If you sign out now, they’re deleted.'
          : 'You have an unfinished answer that’s only on this device. If you sign out now, it’s deleted.'}
      </p>
    </Page>
  );
}
