import type { viewDashboardStats } from '#shared/api/accounts.ts';
import type { Output } from '#shared/api/operation.ts';
import { formatCount } from '#shared/format-count.ts';
import { CARE_LABEL, CARE_NOTIFICATION } from '#shared/messages/care.ts';
import * as earnings from '#shared/messages/earnings.ts';
import { IN_REVIEW, REPORTS_CHARGED } from '#shared/messages/payments.ts';
import { RENEWAL_FAILED as RENEWAL_FAILED_WORDS } from '#shared/messages/plans.ts';
import { formatMoney, ZERO } from '#shared/money.ts';
import { isPaid, type PaidPlan, PLAN_TERMS } from '#shared/rules/billing/plans.ts';
import type { StatementDeed } from '#shared/rules/desk/cases.ts';
import { serverNow } from '#web/api/clock.ts';
import type { CurrentUser } from '#web/api/current-user.ts';
import { STATEMENT_TITLES } from '#web/features/safety/statement-titles.ts';
import { paths } from '#web/paths.ts';
import { dayWords } from '#web/shell/dates.ts';

/* The texts of account alerts: one banner each on the home screen, until the alert is settled. */

type Stats = Pick<Output<typeof viewDashboardStats>['data'][number], 'alerts' | 'waitingAmount'>;
type Alert = Stats['alerts'][number];
type Holder = Pick<CurrentUser, 'licenseId' | 'trusted' | 'fullName' | 'planPaymentFailed'> &
  Partial<Pick<CurrentUser, 'nextPhoneNumber'>>;

export type HomeAlert = {
  readonly key: string;
  readonly tone: 'due' | 'held' | 'earned' | 'neutral';
  readonly title: string;
  readonly words: string;
  readonly action: { readonly label: string; readonly to: string };
  /** Present if the user can dismiss the alert: with the Dismiss button or, with `byOpening`, by following its link. */
  readonly dismiss?: Pick<Alert, 'kind' | 'at'>;
  readonly byOpening?: boolean;
};

/** The alerts on this user's home screen, the most urgent first. `suppressed`: why no emails are sent to their address. */
export function homeAlerts(
  user: Holder,
  { alerts, waitingAmount }: Stats,
  suppressed: 'BOUNCE' | 'COMPLAINT' | null = null,
): HomeAlert[] {
  return [
    ...(user.nextPhoneNumber ? [PHONE_CHANGES] : []),
    ...(suppressed === 'BOUNCE' ? [EMAIL_BOUNCED] : []),
    ...(user.planPaymentFailed ? [RENEWAL_FAILED] : []),
    ...(waitingAmount > ZERO
      ? [
          {
            key: 'PAYOUT_WAITS',
            tone: 'held',
            title: `${formatMoney(waitingAmount)} is waiting for your payout account`,
            words: 'We owe it to you until it’s paid out. It goes out once payouts are set up.',
            action: { label: 'Set up payouts', to: paths.accountBalance() },
          } as const,
        ]
      : []),
    ...alerts.flatMap((alert) => {
      const words = wordsOf(user, alert);
      const { kind, at } = alert;
      return words ? [{ key: kind, dismiss: { kind, at }, ...words }] : [];
    }),
  ];
}

const PHONE_CHANGES: HomeAlert = {
  key: 'PHONE_CHANGES',
  tone: 'due',
  title: 'A change of your phone number is pending',
  words: 'Someone asked for it with your password. If it wasn’t you, stop it.',
  action: { label: 'See the change', to: paths.changePhoneNumber() },
};

const EMAIL_BOUNCED: HomeAlert = {
  key: 'EMAIL_BOUNCED',
  tone: 'due',
  title: 'Emails to you came back',
  words: 'We send nothing more to your email address. Confirm it again, or add another one.',
  action: { label: 'See your email address', to: paths.email() },
};

const RENEWAL_FAILED: HomeAlert = {
  key: 'RENEWAL_FAILED',
  tone: 'due',
  title: 'Your plan couldn’t be renewed',
  words: RENEWAL_FAILED_WORDS,
  action: { label: 'See your subscription', to: paths.subscription() },
};

/** The text of an alert. Undefined if it no longer applies: the plan was taken again, or the badge is back. */
function wordsOf(user: Holder, { kind, at, count, amount, about }: Alert) {
  switch (kind) {
    case 'PLAN_ENDED': {
      if (isPaid(user.licenseId)) return undefined;
      const { name } = PLAN_TERMS[(about ?? 'STARTER') as PaidPlan];
      return {
        tone: 'neutral',
        title: `Your ${name} plan ended on ${dayWords(at, serverNow())}`,
        words:
          'You’re on the Free plan: without the Verified Account Badge, contacts and chat. What was written there waits for your return.',
        action: { label: 'See the plans', to: paths.subscription() },
      } as const;
    }
    case 'REPORT_CHARGED':
      return {
        tone: 'due',
        title:
          count === 1
            ? 'A letter you sent was reported'
            : `${formatCount(count)} letters you sent were reported`,
        words: count === 1 ? IN_REVIEW : REPORTS_CHARGED,
        action: {
          label: 'See what happened',
          to: about && count === 1 ? paths.orderViewer(about) : paths.orders(),
        },
        byOpening: true,
      } as const;
    case 'BADGE_LOST':
      if (!isPaid(user.licenseId) || user.trusted) return undefined;
      return {
        tone: 'held',
        title: 'Your Verified badge is gone',
        words: `Your full name, ${user.fullName}, isn’t the name that Stripe verified for your payout account. The badge comes back as soon as both are the same.`,
        action: { label: 'Get it back', to: paths.subscription() },
      } as const;
    case 'EARNING_TAKEN_BACK':
      return {
        tone: 'due',
        title: earnings.alerts.takenBack(amount),
        words: earnings.TAKEN_BACK,
        action: { label: 'See your balance', to: paths.accountBalance() },
        byOpening: true,
      } as const;
    case 'PASSKEY_ADDED':
      return {
        tone: 'due',
        title:
          count === 1
            ? `A passkey was added: ${about ?? ''}`
            : `${formatCount(count)} passkeys were added`,
        words: 'It can sign in. If you didn’t add it, remove it now; that needs no password.',
        action: { label: 'See your passkeys', to: paths.devicesAndPasskeys() },
      } as const;
    case 'PLACE_FREE':
      return {
        tone: 'earned',
        title:
          count === 1
            ? `@${about ?? ''} has an opening for a letter`
            : `@${about ?? ''} and others have openings for letters`,
        words: 'You asked us to let you know. Openings go to the first person who pays.',
        action: { label: 'See the profile', to: paths.profile(about ?? '') },
        byOpening: true,
      } as const;
    case 'DECISION':
      if (count === 1 && about?.startsWith('CARE_MESSAGE'))
        return {
          // It is a message and no decision: nobody who may be in danger reads that they were judged.
          tone: 'neutral',
          title: decisionTitle(about),
          words: CARE_NOTIFICATION.body,
          action: { label: CARE_LABEL, to: decisionPath(about, count) },
          byOpening: true,
        } as const;
      return {
        tone: 'due',
        title: count === 1 ? decisionTitle(about) : `${formatCount(count)} new decisions`,
        words: 'Read what was decided, and why.',
        action: {
          label: count === 1 ? 'Read the decision' : 'Read the decisions',
          to: decisionPath(about, count),
        },
        byOpening: true,
      } as const;
    case 'PAYOUT_HELD':
      return {
        tone: 'held',
        title: 'Your payout is held for a check',
        words: earnings.payoutNotifications.held.body,
        action: { label: 'See your payouts', to: paths.payouts() },
        byOpening: true,
      } as const;
    case 'BONUS_EARNED':
      return {
        tone: 'earned',
        title: earnings.alerts.bonusEarned(amount, count),
        words: earnings.alerts.IN_BALANCE,
        action: { label: 'See your balance', to: paths.accountBalance() },
        byOpening: true,
      } as const;
    case 'BONUS_TAKEN_BACK':
      return {
        tone: 'neutral',
        title: earnings.alerts.bonusTakenBack(amount, count),
        words: earnings.alerts.BONUS_LOST,
        action: { label: 'See your balance', to: paths.accountBalance() },
        byOpening: true,
      } as const;
  }
}

/** The title of a decision: of a statement, or of an appeal. `about` has its kind, and then the id of the statement. */
function decisionTitle(about: string | null): string {
  const [kind] = about?.split(' ') ?? [];
  if (kind === 'APPEAL') return 'Your appeal is decided';
  return STATEMENT_TITLES[kind as StatementDeed] ?? 'A new decision';
}

/** The screen of the decision; the list if there are several, or if an older alert does not name one. */
function decisionPath(about: string | null, count: number): string {
  const [, id] = about?.split(' ') ?? [];
  return id === undefined || count > 1 ? paths.decisions() : paths.decision(id);
}
