import { handler as viewDashboardStats } from '#functions/accounts/viewDashboardStats.ts';
import { handler as checkUser } from '#functions/auth/checkUser.ts';
import { handler as viewInboxList } from '#functions/conversations/viewInboxList.ts';
import { handler as viewOrderList } from '#functions/conversations/viewOrderList.ts';
import { type Cost, metered } from '#lib/operator/consumed-capacity.ts';
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
  const capacity: Record<string, Cost> = {};
  for (const [name, [handler, { token }]] of Object.entries(calls)) {
    const { cost } = await metered(() => handler(requestOf(token), CONTEXT));
    capacity[name] = cost;
  }
  return capacity;
}

/** The event of a GET request without parameters. */
const requestOf = (token: string) =>
  ({
    version: '2.0',
    rawPath: '/',
    rawQueryString: '',
    headers: { authorization: `Bearer ${token}` },
    requestContext: { http: { method: 'GET', path: '/', sourceIp: '192.0.2.1' } },
    isBase64Encoded: false,
  }) as never;

const CONTEXT = { awsRequestId: 'measure', getRemainingTimeInMillis: () => 10_000 } as never;
