import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { preciseNow } from './gateways/clock.ts';

/*
 * X-Ray segments of the calls that a function waits for: to the table and to the payment provider. Lambda records the
 * function itself and runs the X-Ray daemon, which takes JSON documents over UDP. The X-Ray SDK would make each cold start
 * longer. https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html
 */

/** The details of a call, in X-Ray's terms. */
export type SegmentDetails = {
  readonly name: string;
  readonly namespace: 'aws' | 'remote';
  readonly aws?: { readonly operation?: string; readonly table_name?: string };
  readonly http?: {
    readonly request?: { readonly method: string; readonly url: string };
    readonly response?: { readonly status: number };
  };
};

/**
 * Runs `work` and sends its segment if X-Ray samples the current request. `details` is called after the work. Sending is
 * not awaited and never causes an error.
 */
export async function withSegment<Result>(
  work: () => Promise<Result>,
  details: (result: Result | undefined) => SegmentDetails,
): Promise<Result> {
  // Read before `work`, because the variable may belong to another request when it ends.
  const parent = sampledParent(process.env._X_AMZN_TRACE_ID);
  if (!parent) return work();
  const start = preciseNow();
  let result: Result | undefined;
  let failed = true;
  try {
    result = await work();
    failed = false;
    return result;
  } finally {
    send(() => segment(details(result), { ...parent, start, failed }));
  }
}

/** Parses the parent segment from `Root=1-…;Parent=…;Sampled=1`; undefined if the request is not sampled. */
function sampledParent(header = '') {
  const parts = Object.fromEntries(header.split(';').map((part) => part.split('=', 2)));
  const { Root: trace_id, Parent: parent_id, Sampled } = parts as Record<string, string>;
  return Sampled === '1' && trace_id && parent_id ? { trace_id, parent_id } : undefined;
}

function segment(
  details: SegmentDetails,
  run: {
    readonly trace_id: string;
    readonly parent_id: string;
    readonly start: number;
    readonly failed: boolean;
  },
) {
  const { start, failed, ...parent } = run;
  const status = details.http?.response?.status ?? 0;
  return {
    ...details,
    ...parent,
    type: 'subsegment',
    id: randomBytes(8).toString('hex'),
    start_time: start / 1_000,
    end_time: preciseNow() / 1_000,
    ...((failed || status >= 500) && { fault: true }),
    ...(status >= 400 && status < 500 && { error: true }),
    ...(status === 429 && { throttle: true }),
  };
}

let socket: Socket | undefined;

function send(document: () => object): void {
  try {
    // `host:port`, or `tcp:host:port udp:host:port`.
    const address = /(?:^|udp:)([\w.-]+):(\d+)$/.exec(process.env.AWS_XRAY_DAEMON_ADDRESS ?? '');
    if (!address) return;
    const text = `{"format":"json","version":1}\n${JSON.stringify(document())}`;
    if (!socket) {
      socket = createSocket('udp4').unref();
      socket.on('error', () => {});
    }
    socket.send(text, Number(address[2]), address[1], () => {});
  } catch {
    // A missing segment must not fail the request.
  }
}
