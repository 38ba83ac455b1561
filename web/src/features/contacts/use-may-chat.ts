import { useQuery } from '@tanstack/react-query';
import { checkUser } from '#shared/api/current-session.ts';
import { isPaid } from '#shared/rules/billing/plans.ts';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';

/** Whether the user may chat, for public pages: false for visitors and until the user is known. */
export function useMayChat(): boolean {
  const session = useSession();
  const { data } = useQuery({ ...query(checkUser, {}), enabled: session !== undefined });
  const plan = data?.data[0]?.licenseId;
  return session !== undefined && plan !== undefined && isPaid(plan);
}
