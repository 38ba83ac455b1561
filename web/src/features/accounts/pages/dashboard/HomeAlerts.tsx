import {
  BadgeCheck,
  CalendarX2,
  CreditCard,
  Flag,
  Gift,
  KeyRound,
  type LucideIcon,
  MailCheck,
  MailX,
  Phone,
  Scale,
  Undo2,
  Wallet,
} from 'lucide-react';
import { Link } from 'react-router';
import { dismissAlert, viewDashboardStats } from '#shared/api/accounts.ts';
import { call } from '#web/api/client.ts';
import { refresh } from '#web/api/queries.ts';
import { usePress } from '#web/forms/press.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { HomeAlert } from './home-alerts.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  PHONE_CHANGES: Phone,
  EMAIL_BOUNCED: MailX,
  RENEWAL_FAILED: CreditCard,
  PAYOUT_WAITS: Wallet,
  PLAN_ENDED: CalendarX2,
  REPORT_CHARGED: Flag,
  BADGE_LOST: BadgeCheck,
  BONUS_EARNED: Gift,
  BONUS_TAKEN_BACK: Undo2,
  EARNING_TAKEN_BACK: Undo2,
  PLACE_FREE: MailCheck,
  PASSKEY_ADDED: KeyRound,
  DECISION: Scale,
  PAYOUT_HELD: Wallet,
};

/* Alerts about the account at the top of the home screen, until they are settled or dismissed on any device. */
export function HomeAlerts({ alerts }: { alerts: readonly HomeAlert[] }) {
  if (alerts.length === 0) return null;
  return (
    <section aria-label="About your account" className="grid gap-3">
      {alerts.map((alert) => (
        <AlertBanner key={alert.key} alert={alert} />
      ))}
    </section>
  );
}

function AlertBanner({ alert }: { alert: HomeAlert }) {
  const { key, tone, title, words, action, dismiss, byOpening } = alert;
  const { busy, press } = usePress(async () => {
    if (!dismiss) return;
    await call(dismissAlert, dismiss);
    await refresh(viewDashboardStats);
  }, 'The alert couldn’t be dismissed. Please try again.');
  return (
    <Banner
      tone={tone}
      icon={ICONS[key] ?? Flag}
      title={title}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            size="md"
            render={<Link to={action.to} onClick={byOpening ? () => void press() : undefined} />}
          >
            {action.label}
          </Button>
          {dismiss && (
            <Button variant="quiet" size="md" busy={busy} onClick={press}>
              Dismiss
            </Button>
          )}
        </div>
      }
    >
      {words}
    </Banner>
  );
}
