import { Bell, BellRing } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { DeviceStatus } from './device.ts';
import { EmailOffer } from './EmailOffer.tsx';
import { useNotifications } from './use-notifications.ts';

export type NotificationPromptProps = {
  title: string;
  /** Whether it offers an email address where the browser cannot show notifications. */
  orEmail?: boolean;
};

/*
 * Offers notifications at a useful moment; the browser's own prompt appears only after a press. A user who declines
 * is not asked again. Where the browser cannot show notifications, it offers an email address instead.
 */
export function NotificationPrompt({ title, orEmail = true }: NotificationPromptProps) {
  const { status, notNow, busy, turnOn, putOff } = useNotifications();
  // The prompt stays until the user leaves the screen, even after they answered it.
  const [asked] = useState(status === 'off' && !notNow);
  if (orEmail && !asked && !canPush(status)) return <EmailOffer title={title} />;
  if (!asked || (status !== 'on' && notNow)) return null;
  if (status === 'on')
    return (
      <Panel>
        <BellRing aria-hidden className="mt-0.5 size-5 shrink-0 text-earned-text" />
        <p role="status" className="min-w-0 flex-1">
          This device gets notifications. You can change that in Settings.
        </p>
      </Panel>
    );
  return (
    <Panel>
      <Bell aria-hidden className="mt-0.5 size-5 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{title}</h2>
        {status === 'blocked' ? (
          <p role="status" className="mt-1 text-soft">
            Your browser blocks notifications. Settings explains how to allow them.
          </p>
        ) : (
          <p className="mt-1 text-soft">Your lock screen shows no names and no text.</p>
        )}
        {status === 'off' && (
          <div className="mt-2 flex flex-wrap items-center gap-1">
            <Button
              size="md"
              variant="quiet"
              aria-label="Turn on notifications"
              busy={busy}
              onClick={turnOn}
            >
              Turn on
            </Button>
            <button
              type="button"
              onClick={putOff}
              className="min-h-11 px-3 font-semibold text-soft underline underline-offset-4"
            >
              Not now
            </button>
          </div>
        )}
      </div>
    </Panel>
  );
}

const canPush = (status: DeviceStatus) => status === 'on' || status === 'off';

function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="flex w-full gap-3 rounded-card border border-rule bg-card p-4 text-left">
      {children}
    </div>
  );
}
