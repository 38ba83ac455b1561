import { CalendarX2 } from 'lucide-react';
import { cancelAccountDeletion, viewAccountDeletion } from '#shared/api/account-deletion.ts';
import { viewDashboardStats } from '#shared/api/accounts.ts';
import type { Instant } from '#shared/time.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { refresh } from '#web/api/queries.ts';
import { usePress } from '#web/forms/press.ts';
import { deadlineWords } from '#web/shell/dates.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';

/* When the account will be deleted, and the button that keeps it. Shown at home and in the settings. */
export function DeletionBanner({ deletionAt }: { deletionAt: Instant }) {
  const { busy, press } = usePress(async () => {
    await call(cancelAccountDeletion, {});
    toast.success('Your account stays.');
    await refresh(viewDashboardStats, viewAccountDeletion);
  }, 'Nothing was changed. Please try again.');
  return (
    <Banner
      tone="due"
      icon={CalendarX2}
      title={`Your account will be deleted on ${deadlineWords(deletionAt, serverNow())}`}
      action={
        <Button size="md" busy={busy} onClick={press}>
          Keep my account
        </Button>
      }
    >
      Your profile is hidden. You can still answer the letters that wait for you.
    </Banner>
  );
}
