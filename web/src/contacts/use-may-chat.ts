import { useQuery } from '@tanstack/react-query';
import { checkUser } from '../../../shared/api/auth.ts';
import { isPaid } from '../../../shared/rules/billing/plans.ts';
import { query } from '../api/queries.ts';
import { useSession } from '../api/session.ts';

/** Whether the reader may chat. For screens that anybody sees: nobody in particular may not, nor may who is not known yet. */
export function useMayChat(): boolean {
  const session = useSession();
  const { data } = useQuery({ ...query(checkUser, {}), enabled: session !== undefined });
  const plan = data?.data[0]?.licenseId;
  return session !== undefined && plan !== undefined && isPaid(plan);
}
