import { useQuery } from '@tanstack/react-query';
import { viewUserProfileByReferralCode } from '../../../../shared/api/profiles.ts';
import { query } from '../../api/queries.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/* Who brought this person here. A code of nobody says nothing: it is no reason not to register. */
export function InvitedBy({ code }: { code: string }) {
  const { data } = useQuery(query(viewUserProfileByReferralCode, { referralCode: code }));
  const inviter = data?.data[0];
  if (!inviter) return null;
  return (
    <p className="flex items-center gap-3 rounded-card border border-rule bg-card px-4 py-3">
      <Avatar name={inviter.fullName} imageUrl={inviter.profileImageUrl} size="sm" />
      <span className="min-w-0">
        Invited by{' '}
        <strong dir="auto" className="wrap-anywhere font-semibold">
          {inviter.fullName}
        </strong>
      </span>
    </p>
  );
}
