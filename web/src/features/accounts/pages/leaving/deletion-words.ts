import type { viewAccountDeletion } from '#shared/api/account-deletion.ts';
import type { Output } from '#shared/api/operation.ts';
import * as leaving from '#shared/messages/leaving.ts';
import { ZERO } from '#shared/money.ts';
import { DELETION_WAIT } from '#shared/rules/accounts/account-deletion.ts';
import { PAYOUT_MINIMUM } from '#shared/rules/payouts/payouts.ts';
import { DAY } from '#shared/time.ts';

export type Deletion = Output<typeof viewAccountDeletion>['data'][number];

/** What a deletion means for this person, one sentence or two for each thing. */
export function deletionWords({ toAnswer, sent, renews, owed }: Deletion): string[] {
  return [
    `Your profile disappears at once and takes no new letters. Your account is deleted ${DELETION_WAIT / DAY} days later; until then you can sign in and keep it.`,
    ...(toAnswer > 0 ? [leaving.lettersToAnswer(toAnswer)] : []),
    ...(sent > 0 ? [leaving.lettersSent(sent)] : []),
    ...(renews ? ['Your plan doesn’t renew.'] : []),
    ...(owed > ZERO ? [leaving.balanceNotPaidOut(owed, PAYOUT_MINIMUM)] : []),
    'Your name, phone number, email address, profile, card, drafts and sign-in are deleted. Your username becomes free.',
    'Others keep their conversations and chats with you, under the name Deleted account.',
  ];
}
