import { viewInvitations } from '#shared/api/invitations.ts';
import { ZERO } from '#shared/money.ts';
import { serve } from '../serve.ts';
import { type Invited, invitedBy } from '../storage/accounts/referrals.ts';
import { isPublic } from '../storage/accounts/users.ts';

const LISTED_MAX = 50;

/** Returns who joined by the caller's invitation, and what each of them brought. */
export const handler = serve(viewInvitations, async (_input, { table, caller }) => ({
  data: (await invitedBy(table, caller.userId, LISTED_MAX)).flatMap(invitationView),
}));

function invitationView({ user, joinedAt, referral }: Invited) {
  if (!user) return [];
  return [
    {
      id: user.id,
      fullName: user.fullName,
      username: isPublic(user) ? user.username : null,
      joinedAt,
      bonus: bonusOf(referral),
      amount: referral?.given ?? ZERO,
    },
  ];
}

const bonusOf = (referral: Invited['referral']) => {
  if (!referral) return 'NONE' as const;
  return referral.earned ? ('EARNED' as const) : ('TAKEN_BACK' as const);
};
