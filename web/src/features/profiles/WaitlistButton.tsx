import { Bell, BellRing } from 'lucide-react';
import { askForPlace } from '#shared/api/offers.ts';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { call, isRefusal } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { usePress } from '../../forms/press.ts';
import { Button } from '../../ui/Button.tsx';

export type WaitlistButtonProps = { userId: string; asked: boolean };

/* A button: the viewer is notified when the person has a place again. docs/product/profiles.md#waiting-list */
export function WaitlistButton({ userId, asked }: WaitlistButtonProps) {
  const { busy, press } = usePress(async () => {
    try {
      await call(askForPlace, { userId });
    } catch (fault) {
      if (isRefusal(fault, 'WRONG_STATUS')) void refresh(viewUserProfile);
      throw fault;
    }
    await refresh(viewUserProfile);
  }, 'We couldn’t save this. Please try again.');
  if (asked)
    return (
      <p role="status" className="flex items-center justify-center gap-2 py-2 text-center">
        <BellRing aria-hidden size={18} className="shrink-0" />
        We’ll notify you when there’s an opening.
      </p>
    );
  return (
    <Button block icon={<Bell aria-hidden size={18} />} busy={busy} onClick={press}>
      Notify me when there’s an opening
    </Button>
  );
}
