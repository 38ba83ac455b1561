import { Link } from 'react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { paths } from '../../paths.ts';
import { CheckCard } from '../../ui/CheckCard.tsx';
import type { DeviceStatus } from './device.ts';
import { useNotifications } from './use-notifications.ts';

/* Whether this device gets notifications, and what its lock screen may show. */
export function NotificationSettings() {
  const { status, showText, busy, turnOn, turnOff, chooseText } = useNotifications();
  if (status === 'blocked' || status === 'install' || status === 'unsupported')
    return <WhyNot status={status} />;
  return (
    <div className="divide-y divide-rule">
      <CheckCard
        checked={status === 'on'}
        onCheckedChange={(on) => (on ? turnOn() : turnOff())}
        disabled={busy}
        label="Notifications on this device"
        hint="Letters, answers, chats, refunds and payouts, also while the app is closed"
      />
      {status === 'on' && (
        <CheckCard
          checked={showText}
          onCheckedChange={chooseText}
          disabled={busy}
          label="Show names and subjects"
          hint="Also on the lock screen, where others may read them"
        />
      )}
    </div>
  );
}

function WhyNot({ status }: { status: Exclude<DeviceStatus, 'on' | 'off'> }) {
  if (status === 'install')
    return (
      <p className="py-2 text-soft">
        On an iPhone or iPad, notifications come to the app on your Home Screen.{' '}
        <Link to={paths.installApplication()} className="text-back underline underline-offset-4">
          Put it there
        </Link>
        , open it from there, and turn them on here.
      </p>
    );
  if (status === 'unsupported')
    return <p className="py-2 text-soft">This browser can’t show notifications.</p>;
  return (
    <p className="py-2 text-soft">
      Your browser blocks notifications from {PRODUCT_NAME}. Press the icon before the address, or
      open the app’s own settings on your phone, allow notifications, and come back: then they can
      be turned on here.
    </p>
  );
}
