import type { viewAccountDeletion } from '../../../../../../shared/api/account-deletion.ts';
import type { Output } from '../../../../../../shared/api/operation.ts';
import { formatMoney, ZERO } from '../../../../../../shared/money.ts';
import { DELETION_WAIT } from '../../../../../../shared/rules/accounts/account-deletion.ts';
import { PAYOUT_MINIMUM } from '../../../../../../shared/rules/payouts/payouts.ts';
import { DAY } from '../../../../../../shared/time.ts';

export type Deletion = Output<typeof viewAccountDeletion>['data'][number];

/** What a deletion means for this person, one sentence or two for each thing. */
export function deletionWords({ toAnswer, sent, renews, owed }: Deletion): string[] {
  return [
    `Your profile disappears at once and takes no new messages. Your account is deleted ${DELETION_WAIT / DAY} days later; until then you can sign in and keep it.`,
    ...(toAnswer > 0
      ? [
          `${messages(toAnswer)} for your answer. You can still answer; otherwise the money goes back to whoever paid.`,
        ]
      : []),
    ...(sent > 0
      ? [
          `${sent} of your messages ${sent === 1 ? 'waits' : 'wait'} for an answer. What still waits when your account is deleted is withdrawn, and you get your money back.`,
        ]
      : []),
    ...(renews ? ['Your plan doesn’t renew.'] : []),
    ...(owed > ZERO
      ? [
          `Your balance of ${formatMoney(owed)} isn’t paid out, because payouts begin at ${formatMoney(PAYOUT_MINIMUM)}.`,
        ]
      : []),
    'Your name, phone number, email address, profile, card, drafts and sign-in are deleted. Your username becomes free.',
    'Others keep their conversations and chats with you, under the name Deleted account.',
  ];
}

const messages = (count: number) => (count === 1 ? '1 message waits' : `${count} messages wait`);
