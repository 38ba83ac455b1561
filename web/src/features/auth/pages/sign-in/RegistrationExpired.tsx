import { Link } from 'react-router';
import { isRefusal } from '#web/api/client.ts';
import { useSession } from '#web/api/session.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { registrationInProgress } from '../../flow-state.ts';

/** The reason why a registration no longer accepts codes: it expired, or its phone number is already confirmed. */
export type RegistrationEnd = 'lapsed' | 'confirmed';

/** The reason that a refused code request gives; undefined for other errors. */
export function registrationEnd(fault: unknown): RegistrationEnd | undefined {
  if (isRefusal(fault, 'NOT_FOUND')) return 'lapsed';
  return isRefusal(fault, 'WRONG_STATUS') ? 'confirmed' : undefined;
}

const TITLES = {
  lapsed: 'This registration has expired',
  confirmed: 'Your phone is confirmed already',
};

const WORDS = {
  lapsed:
    'Its phone number wasn’t confirmed within a day, so nothing of it was kept. Registering again takes a minute.',
  confirmed: 'It was confirmed on another device, or in another window. Your account is ready.',
};

/* Shown instead of the code boxes when no code can work: what happened and what to do next. */
export function RegistrationExpired({ end }: { end: RegistrationEnd }) {
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
      ? { words: 'Continue', to: paths.dashboard() }
      : { words: 'Sign In', to: paths.login() };
  }
  // A session of a deleted account must be signed out first.
  return session
    ? { words: 'Sign out', to: paths.logout() }
    : { words: 'Register again', to: paths.register() };
}
