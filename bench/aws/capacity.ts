import { handler as viewDashboardStats } from '../../functions/accounts/viewDashboardStats.ts';
import { handler as checkUser } from '../../functions/auth/checkUser.ts';
import { handler as viewInboxList } from '../../functions/conversations/viewInboxList.ts';
import { handler as viewOrderList } from '../../functions/conversations/viewOrderList.ts';
import { call } from '../../test/support/call.ts';
import { type Cost, metered } from '../meter.ts';
import { OPERATION_COSTS } from '../operation-costs.ts';
import type { Report } from './report.ts';
import type { People } from './steps.ts';

/*
 * What the table itself says that a call was charged. The real handlers run in this process, as whoever is signed in at
 * AWS, and only those that read: nothing is written by a measurement that is not written by its people.
 */

export async function measureCapacity({ sender, recipient }: People): Promise<Report['capacity']> {
  const calls = {
    checkUser: [checkUser, sender],
    viewDashboardStats: [viewDashboardStats, sender],
    viewOrderList: [viewOrderList, sender],
    viewInboxList: [viewInboxList, recipient],
  } as const;
  const capacity: Record<string, { charged: Cost; ours: Cost }> = {};
  for (const [name, [handler, { token }]] of Object.entries(calls)) {
    const { cost } = await metered(() => call(handler, {}, { method: 'GET', token }));
    const { cost: ours } = OPERATION_COSTS[name as keyof typeof calls];
    capacity[name] = { charged: cost, ours };
  }
  return capacity;
}
