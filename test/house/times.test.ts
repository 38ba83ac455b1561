import { expect, test } from '@jest/globals';
import { filesUnder } from './source-files.ts';

/*
 * Every time and amount of money that the product names. Tests of a deadline take it from the same name, so a wrong value
 * would fail none of them. Whoever changes a promise (docs/product) changes it here too.
 */

const TIMES_AND_AMOUNTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'functions/accounts/delete-account': { LONGEST_CALL: '1 minute' },
  'functions/auth/tokens': {
    ACCESS_TOKEN_TIME: '15 minutes',
    REFRESH_TOKEN_TIME: '60 days',
    APPEAL_TOKEN_TIME: '1 hour',
  },
  'functions/billing/upgrade-price': { SHOWN_FOR: '1 hour' },
  'functions/chat/chat-views': { STORED_PROFILE_TIME: '10 seconds' },
  'functions/chat/picture-addresses': { SAME_TIME: '15 minutes' },
  'functions/gateways/live': { CLOCK_DIFFERENCE: '5 seconds' },
  'functions/gateways/pages': { PAGE_TIME: '5 seconds' },
  'functions/gateways/payments': { SHORTEST_HOLD: '5 days' },
  'functions/gateways/public-address': { TIMEOUT: '10 seconds' },
  'functions/gateways/push': { TIMEOUT: '5 seconds' },
  'functions/gateways/secrets': {
    CACHE_TIME: '5 minutes',
    RECHECK_TIME: '10 seconds',
    FALLBACK_TIME: '1 hour',
    PAUSE: '30 seconds',
  },
  'functions/jobs/deliverPostponed': { GIVE_UP_TIME: '1 day' },
  'functions/notifications/emails/letter-parts': { REFUND_TIME_MAX: '10 days' },
  'functions/notifications/push-notifications': { PUSH_RETRY_TIME: '15 minutes' },
  'functions/ledger/reconciliation': {
    FIRST_RANGE: '29 days',
    SETTLING_TIME: '1 hour',
    SHORTEST_WINDOW: '1 minute',
  },
  'functions/profiles/updateUserProfile': { RENAMES_WITHIN: '30 days' },
  'functions/storage/accounts/unfinished-blocks': { PAUSE: '1 minute' },
  'functions/storage/accounts/users': { REGISTRATION_TIME: '24 hours' },
  'functions/storage/accounts/waitlist': { ASKING_TIME: '60 days', OFFERED_TIME: '7 days' },
  'functions/storage/auth/known-devices': { KNOWN_DEVICE_TIME: '180 days' },
  'functions/storage/auth/proof-of-work-challenges': { CHALLENGE_TIME: '10 minutes' },
  'functions/storage/auth/security-steps': { RETENTION: '7 days' },
  'functions/storage/auth/sessions': { REFRESH_GRACE: '10 seconds' },
  'functions/storage/auth/verification-codes': {
    CODE_TIME: '10 minutes',
    EXPIRED_CODE_TIME: '1 day',
    RESEND_WAIT: '60 seconds',
  },
  'functions/storage/chat/typing-and-read-receipts': { RETENTION: '1 hour' },
  'functions/storage/chat/unused-files': { DELETION_OVER: '1 hour', UPLOADS_OVER: '1 minute' },
  'functions/storage/contacts/contacts': { MOVE_INTERVAL: '1 hour' },
  'functions/storage/desk/work': {
    LEASE_TIME: '75 seconds',
    SKIP_TIME: '1 day',
    RETENTION: '30 days',
  },
  'functions/storage/idempotency': { RETENTION: '30 days' },
  'functions/storage/notifications/devices': { CLAIM_TIME: '45 seconds', RETENTION: '15 days' },
  'functions/storage/notifications/sent-messages': { RETENTION: '30 days' },
  'functions/storage/notifications/suppressed-emails': { RETENTION: '365 days' },
  'functions/storage/outbox': { RETENTION: '7 days' },
  'functions/storage/payouts/payout-setups': { SETUP_TIME: '1 hour' },
  'functions/storage/profiles/profile-views': { RETENTION: '2 days' },
  'functions/storage/profiles/profiles': { EARLIER_USERNAME_TIME: '90 days' },
  'functions/storage/webhook-events': { RETENTION: '30 days' },
  'shared/api/operation': { HOUR: '60 minutes', DAY: '24 hours' },
  'shared/live': { PERIOD: '10 minutes' },
  'shared/money': { ZERO: '0 cents' },
  'shared/rules/accounts/account-deletion': {
    DELETION_WAIT: '14 days',
    DELETION_REMINDER: '2 days',
    OBSTACLE_PAUSE: '1 day',
  },
  'shared/rules/accounts/accounts': { VISIT_GAP: '30 minutes', VISIT_WRITE_INTERVAL: '10 minutes' },
  'shared/rules/accounts/data-export': {
    EXPORT_PAUSE: '1 day',
    EXPORT_KEPT: '7 days',
    EXPORT_LINK_TIME: '5 minutes',
  },
  'shared/rules/accounts/referrals': { REFERRAL_BONUS: '100 cents' },
  'shared/rules/attachments/attachments': {
    CHECK_GIVEN_UP: '10 minutes',
    CHECK_TIME: '60 seconds',
    FILE_LINK_TIME: '5 minutes',
    NOT_UPLOADED_KEPT: '1 day',
    UNSENT_KEPT: '30 days',
    UPLOAD_TIME: '30 minutes',
  },
  'shared/rules/analytics/day-counts': { KEPT_TIME: '400 days' },
  'shared/rules/auth/passkeys': {
    PASSKEY_CHALLENGE_TIME: '5 minutes',
    CONFIRMATION_TIME: '5 minutes',
  },
  'shared/rules/auth/security-wait': { SECURITY_WAIT: '72 hours', PHONE_CHANGE_TIME: '7 days' },
  'shared/rules/auth/takeover-ladder': { SETUP_AFTER_STEP: '30 days' },
  'shared/rules/chat/chats': { TYPING_TIME: '8 seconds' },
  'shared/rules/chat/message-changes': { CHANGE_TIME: '15 minutes' },
  'shared/rules/chat/polling': {
    POLL_FIRST: '5 seconds',
    POLL_STEP: '1 second',
    POLL_SLOWEST: '1 minute',
  },
  'shared/rules/contacts/contacts': { REJECTION_TIME: '30 days' },
  'shared/rules/conversations/answer-drafts': { ANSWER_DRAFT_TIME: '7 days' },
  'shared/rules/conversations/claims': {
    CLAIM_TIME: '72 hours',
    CLAIM_RESPONSE_TIME: '72 hours',
    CLAIMS_PERIOD: '90 days',
  },
  'shared/rules/conversations/clarification': { CLARIFICATION_TIME: '72 hours' },
  'shared/rules/conversations/drafts': { DRAFT_TIME: '30 days' },
  'shared/rules/conversations/nudge': { BEFORE_DEADLINE: '5 days' },
  'shared/rules/conversations/thanks': { THANK_TIME: '30 days' },
  'shared/rules/public-answers/public-answers': { PROPOSAL_TIME: '30 days' },
  'shared/rules/conversations/pending-effect': {
    PERFORMING_TIME: '1 minute',
    LONGEST_PAUSE: '60 minutes',
  },
  'shared/rules/conversations/pricing': {
    PRICE_MIN: '100 cents',
    PRICE_MAX: '500000 cents',
    PRICE_START: '299 cents',
  },
  'shared/rules/conversations/reminders': { BEFORE_QUIET_HOURS: '30 minutes' },
  'shared/rules/conversations/state-machine': {
    RESPONSE_TIME: '10 days',
    EXPIRING_SOON: '48 hours',
    CAPTURE_MARGIN: '12 hours',
    PAYING_TIME: '2 minutes',
    IDEMPOTENCY_KEY_LIFETIME: '23 hours',
    BANK_CONFIRMATION_TIME: '30 minutes',
  },
  'shared/rules/conversations/written-by': { SIGNING_TIME: '24 hours' },
  'shared/rules/desk/cases': { APPEAL_TIME: '180 days' },
  'shared/rules/desk/desk-passkeys': {
    DESK_LINK_TIME: '3 days',
  },
  'shared/rules/links/link-checks': {
    VERIFIED_TIME: '90 days',
    RECHECK_AFTER: '76 days',
    RECHECK_PAUSE: '1 day',
  },
  'shared/rules/notifications/account-notifications': { WEEK: '7 days' },
  'shared/rules/notifications/devices': { RENEWED: '1 day' },
  'shared/rules/notifications/notifications': { WEEK: '7 days' },
  'shared/rules/notifications/security-notifications': { WEEK: '7 days' },
  'shared/rules/payouts/cash-out': {
    CASH_OUT_MIN_CENTS: '10000 cents',
    NEW_ACCOUNT_TIME: '60 days',
    CASH_OUT_HOLD: '30 days',
  },
  'shared/rules/payouts/payouts': {
    PAYOUT_MINIMUM: '1000 cents',
    FIRST_PAYOUT_WAIT: '14 days',
    PAYOUT_GRACE: '2 hours',
  },
  'shared/rules/profiles/odds': { ODDS_TIME: '90 days' },
  'shared/rules/profiles/reliability': { COUNTED_TIME: '400 days' },
  'shared/time': { MINUTE: '60 seconds', HOUR: '60 minutes', DAY: '24 hours' },
};

const NAMED =
  /^(?:export )?const ([A-Z_]+)(?:: [^=]+)? = (?:((?:[\d_]+ \* )*)(DAY|HOUR|MINUTE|SECOND)|cents\(([\d_]+)\));/gm;
const numberOf = (digits: string) => Number(digits.replaceAll('_', ''));

/** The value as a sentence has it: `72 hours`, `100 cents`. */
function amountOf(factors = '', unit: string | undefined, cents = '') {
  const count = factors
    .split(' * ')
    .filter((factor) => factor !== '')
    .reduce((product, factor) => product * numberOf(factor), 1);
  return unit
    ? `${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'}`
    : `${numberOf(cents)} cents`;
}

test('every named time and amount of money has the value that the product promises', () => {
  const named = filesUnder('shared', 'functions').map(({ path, text }) => [
    path.replace(/\.ts$/, ''),
    Object.fromEntries(
      [...text.matchAll(NAMED)].map(([, name, factors, unit, cents]) => [
        name,
        amountOf(factors, unit, cents),
      ]),
    ),
  ]);
  const found = named.filter(([, values]) => Object.keys(values ?? {}).length > 0);
  expect(Object.fromEntries(found)).toEqual(TIMES_AND_AMOUNTS);
});
