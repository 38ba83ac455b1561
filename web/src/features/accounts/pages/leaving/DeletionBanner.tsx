import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import {
  cancelAccountDeletion,
  viewAccountDeletion,
} from '../../../../../../shared/api/account-deletion.ts';
import { viewDashboardStats } from '../../../../../../shared/api/accounts.ts';
import { type Instant, prettyDate } from '../../../../../../shared/time.ts';
import { call } from '../../../../api/client.ts';
import { refresh } from '../../../../api/queries.ts';
import { sentenceOf } from '../../../../forms/submission.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { toast } from '../../../../ui/Toast.tsx';

/* When the account will be deleted, and the button that keeps it. Shown at home and in the settings. */
export function DeletionBanner({ deletionAt }: { deletionAt: Instant }) {
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await call(cancelAccountDeletion, {});
      toast.success('Your account stays.');
      await refresh(viewDashboardStats, viewAccountDeletion);
    } catch (fault) {
      toast.error(sentenceOf(fault) ?? 'Nothing was changed. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Banner
      tone="due"
      icon={CalendarX2}
      title={`Your account will be deleted on ${prettyDate(deletionAt)}`}
      action={
        <Button size="md" busy={busy} onClick={keep}>
          Keep my account
        </Button>
      }
    >
      Nobody finds your profile until then. You can still answer the messages that wait for you.
    </Banner>
  );
}
