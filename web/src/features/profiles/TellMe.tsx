import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { askForPlace } from '../../../../shared/api/offers.ts';
import { viewUserProfile } from '../../../../shared/api/profiles.ts';
import { call, isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { sentenceOf } from '../../forms/submission.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';

export type TellMeProps = { userId: string; asked: boolean };

/* One press, and the viewer is told when the person has a place again. docs/product/profiles.md#waiting-list */
export function TellMe({ userId, asked }: TellMeProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await call(askForPlace, { userId });
    } catch (fault) {
      toast.error(sentenceOf(fault) ?? 'We could not save this. Please try again.');
      if (!isRefusal(fault, 'WRONG_STATUS')) return;
    } finally {
      setBusy(false);
    }
    await refresh(viewUserProfile);
  };
  if (asked)
    return (
      <p role="status" className="flex items-center justify-center gap-2 py-2 text-center">
        <BellRing aria-hidden size={18} className="shrink-0" />
        We will tell you when there is a place.
      </p>
    );
  return (
    <Button block icon={<Bell aria-hidden size={18} />} busy={busy} onClick={press}>
      Tell me when there is a place
    </Button>
  );
}
