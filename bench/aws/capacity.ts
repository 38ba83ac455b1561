import { handler as viewDashboardStats } from '#functions/accounts/viewDashboardStats.ts';
import { handler as checkUser } from '#functions/auth/checkUser.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { call } from '#test/support/call.ts';
import { type Cost, metered } from '../meter.ts';
import { OPERATION_COSTS } from '../operation-costs.ts';
import type { Report } from './report.ts';
import type { People } from './steps.ts';

/*
 * The capacity that the table reports for a call. The real handlers run in this process with the AWS credentials of
 * the operator. Only operations that read are called, so nothing is written except by the test users' own requests.
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
