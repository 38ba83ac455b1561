import { Link } from 'react-router';
import { isRefusal } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { registrationInProgress } from '../../credentials/kept.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Why a registration takes no code any more: it waited too long, or its phone is confirmed. */
export type RegistrationEnd = 'lapsed' | 'confirmed';

/** What a refusal to text another code says about the registration; undefined for any other fault. */
export function registrationEnd(fault: unknown): RegistrationEnd | undefined {
  if (isRefusal(fault, 'NOT_FOUND')) return 'lapsed';
  return isRefusal(fault, 'WRONG_STATUS') ? 'confirmed' : undefined;
}

const TITLES = {
  lapsed: 'This registration has lapsed',
  confirmed: 'Your phone is confirmed already',
};

const WORDS = {
  lapsed:
    'Its phone number was not confirmed within a day, so nothing of it was kept. Registering again takes a minute.',
  confirmed: 'It was confirmed on another device, or in another window. Your account is ready.',
};

/* In place of the code's six boxes, once no code will do: what happened, and the way on. */
export function RegistrationOver({ end }: { end: RegistrationEnd }) {
  const { words, to } = useWayOn(end);
  return (
    <Page title={TITLES[end]} header="brand" heading="hidden" action={<span />}>
      <EmptyState
        drawing="envelope"
        title={TITLES[end]}
        level="h1"
        action={
          <Button render={<Link to={to} />} onClick={() => registrationInProgress.forget()}>
            {words}
          </Button>
        }
      >
        {WORDS[end]}
      </EmptyState>
    </Page>
  );
}

function useWayOn(end: RegistrationEnd): { words: string; to: string } {
  const session = useSession();
  if (end === 'confirmed') {
    return session
      ? { words: 'Go on', to: paths.dashboard() }
      : { words: 'Sign In', to: paths.login() };
  }
  // Who is signed in to what is gone has to be signed out first.
  return session
    ? { words: 'Sign out', to: paths.logout() }
    : { words: 'Register again', to: paths.register() };
}
