import { useRef, useState } from 'react';
import { endOtherSessions, endSession, viewSessions } from '#shared/api/sessions.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { refresh } from '#web/api/queries.ts';
import { useWrite } from '#web/forms/use-write.ts';
import { Button } from '#web/ui/Button.tsx';
import { Confirm } from '#web/ui/Confirm.tsx';
import { List, ListItem } from '#web/ui/List.tsx';
import { toast } from '#web/ui/Toast.tsx';
import {
  lastUseWords,
  type Passkey,
  type Session,
  signInWords,
  UNKNOWN_BROWSER,
} from './session-words.ts';

const FAILED = 'We couldn’t sign out that device. Please try again.';

type SessionsProps = {
  sessions: readonly Session[];
  /** The passkeys, which can sign in again after a sign-out. */
  passkeys: readonly Passkey[];
  /** Offers to remove the passkeys that remain. */
  onPasskeysRemain: () => void;
};

/** What signing out everywhere else does, and which passkeys it leaves. */
const signOutWords = (passkeys: readonly Passkey[]): string => {
  const signsOut =
    'You stay signed in here. All other devices are signed out at once and get no more notifications.';
  if (passkeys.length === 0) return signsOut;
  const names = passkeys.map(({ name }) => name).join(', ');
  return `${signsOut} Passkeys stay and can sign in again: ${names}. You can remove them next.`;
};

/* The user's sessions, each of which can be ended, or all others at once. */
export function Sessions({ sessions, passkeys, onPasskeysRemain }: SessionsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  const end = useWrite({
    mutationFn: async (session: Session) => {
      await call(endSession, { sessionId: session.id });
      await refresh(viewSessions);
    },
    onSuccess: (_done, { browser }) => {
      heading.current?.focus();
      toast.success(`${browser ?? UNKNOWN_BROWSER} is signed out.`);
    },
    onError: (fault) => toast.error(sentenceOf(fault) ?? FAILED),
  });
  const endAll = useWrite({
    mutationFn: async () => {
      await call(endOtherSessions, {});
      await refresh(viewSessions);
    },
    onSuccess: () => {
      setAsking(false);
      toast.success('You’re signed out everywhere else.');
      if (passkeys.length > 0) onPasskeysRemain();
    },
  });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 ref={heading} tabIndex={-1} data-quiet-focus className="font-serif text-xl">
        Where you are signed in
      </h2>
      <List label="Where you are signed in">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session)}
          />
        ))}
      </List>
      {sessions.length > 1 && (
        <Button variant="danger" size="md" block className="mt-3" onClick={() => setAsking(true)}>
          Sign out everywhere else
        </Button>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere else?"
        description={signOutWords(passkeys)}
        action="Sign out everywhere else"
        actionVariant="danger"
        busy={endAll.isPending}
        error={endAll.error ? (sentenceOf(endAll.error) ?? FAILED) : undefined}
        onConfirm={() => endAll.mutate()}
        returnFocus={() => (endAll.isSuccess ? heading.current : undefined)}
      />
    </section>
  );
}

type SessionRowProps = { session: Session; busy: boolean; onEnd: () => void };

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const now = serverNow();
  const name = session.browser ?? UNKNOWN_BROWSER;
  return (
    <ListItem className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-[12rem]">
        <span className="block font-semibold">
          {name}
          {session.current && <span className="font-normal text-soft"> · this device</span>}
        </span>
        <span className="block text-soft">{lastUseWords(session, now)}</span>
        <span className="block text-[0.9375rem] text-soft">
          {signInWords(session, now)}
          {session.notifications && ' · gets notifications'}
        </span>
      </span>
      {!session.current && (
        <Button
          size="md"
          variant="quiet"
          className="ml-auto"
          aria-label={`Sign out ${name}`}
          busy={busy}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </ListItem>
  );
}
