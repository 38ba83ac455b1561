import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/* Spec part 1, section 2: the same words for an address nobody has and for /profile-not-found. */
export function ProfileNotFound() {
  return (
    <Page title="User Not Found" header="brand" heading="hidden">
      <h1 className="sr-only">User Not Found</h1>
      <EmptyState
        drawing="envelope"
        title="User Not Found"
        action={<Button render={<Link to={paths.login()} />}>Return to Login</Button>}
      >
        The account you are looking for wasn't found. Please check the URL and try again.
      </EmptyState>
    </Page>
  );
}

export { ProfileNotFound as Component };
