import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '#web/api/queries.ts';
import { signOutHere } from '#web/api/sign-out.ts';
import { unsavedAnswers } from '#web/features/conversations/answers/answer-drafts.ts';
import { unsubscribe } from '#web/features/notifications/device.ts';
import { hasUnsent } from '#web/outboxes.ts';
import { paths } from '#web/paths.ts';
import { Page } from '#web/shell/Page.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const UnsentWarning = lazyPart(async () => (await import('./UnsentWarning.tsx')).UnsentWarning);

/* Ends the session at the server and clears what this browser stored. docs/product/auth.md#sign-out */
export function Logout() {
  const navigate = useNavigate();
  // A sign-out deletes what is not sent yet.
  const [isSure, setSure] = useState(() => !hasUnsent() && unsavedAnswers().length === 0);
  useEffect(() => {
    if (!isSure) return;
    leave().then(() => navigate(paths.login(), { replace: true }));
  }, [navigate, isSure]);
  if (!isSure) return <UnsentWarning onLeave={() => setSure(true)} />;
  return (
    <Page title="Signing out" header="brand" action={<span />}>
      <p role="status" className="text-soft">
        One moment...
      </p>
    </Page>
  );
}

let leaving: Promise<void> | undefined;

/** Starts the sign-out once, however often it is called. */
function leave(): Promise<void> {
  leaving ??= endSession().finally(() => {
    leaving = undefined;
  });
  return leaving;
}

async function endSession(): Promise<void> {
  // The server forgets this device with its session. Unsubscribing in the browser also works while the server cannot
  // be reached.
  void unsubscribe().catch(() => undefined);
  await signOutHere();
  queryClient.clear();
}
