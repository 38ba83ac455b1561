import { Link } from 'react-router';
import { paths } from '../../../../paths.ts';
import { Page } from '../../../../shell/Page.tsx';
import { ActionBar } from '../../../../ui/ActionBar.tsx';
import { Button } from '../../../../ui/Button.tsx';

/* Asks before a sign-out that would delete answers, replies or chat messages that are not sent yet. */
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
            Sign out and delete them
          </Button>
        </ActionBar>
      }
    >
      <p>
        Answers or messages on this device are not sent yet. They are sent when you are online and
        signed in. If you sign out now, they are deleted.
      </p>
    </Page>
  );
}
