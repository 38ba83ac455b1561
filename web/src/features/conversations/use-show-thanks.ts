import { viewInbox } from '#shared/api/conversations.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { showThanks, viewThanks } from '#shared/api/thanks.ts';
import { call } from '#web/api/client.ts';
import { errorMessage } from '#web/api/error-message.ts';
import { refresh } from '#web/api/queries.ts';
import { useWrite } from '#web/forms/use-write.ts';
import type { ThanksSeen } from './thanks-words.ts';

/** The switch with which the recipient shows a thank-you on the profile. It moves at once, and back if it was not saved. */
export function useShowThanks(inboxId: string, { consent, isShown }: ThanksSeen) {
  const writing = useWrite({
    mutationFn: async (shows: boolean) => {
      const consentAt = consent?.at;
      try {
        await call(showThanks, { inboxId, isShown: shows, ...(consentAt && { consentAt }) });
      } finally {
        // Also after a refusal: the sender changed it, or took it back.
        await refresh(viewInbox, viewThanks, viewUserProfile).catch(() => undefined);
      }
    },
  });
  return {
    isShown: writing.isPending ? writing.variables : isShown,
    show: (shows: boolean) => writing.mutate(shows),
    error: writing.error && !writing.isPending ? errorMessage(writing.error) : undefined,
  };
}
