/*
 * The log volume of a call. The code logs nothing for a successful call (measured by
 * test/functions/log-lines.test.ts), so a call produces only Lambda's own lines and the access log line of API
 * Gateway. Each domain event adds one line when it is published and one per subscriber.
 */

/** The bytes that CloudWatch charges per line in addition to its text. */
const PER_LINE = 26;

const ID = '8f5b1c2e-7a52-4c1a-9a3f-2f3f0d1f6f0a';

const LAMBDA = [
  `INIT_START Runtime Version: nodejs:22.v31\tRuntime Version ARN: arn:aws:lambda:us-east-1::runtime:0000`,
  `START RequestId: ${ID} Version: 12`,
  `END RequestId: ${ID}`,
  `REPORT RequestId: ${ID}\tDuration: 48.12 ms\tBilled Duration: 49 ms\tMemory Size: 512 MB\tMax Memory Used: 131 MB\t\nXRAY TraceId: 1-5759e988-bd862e3fe1be46a994272793\tSegmentId: 53995c3f42cd8ad8\tSampled: true\t`,
];

const GATEWAY = JSON.stringify({
  requestId: 'JKJaXmPLvHcESHA=',
  at: '21/Nov/2026:12:00:00 +0000',
  route: 'GET /api/viewInboxMessages',
  status: '200',
  milliseconds: '48',
  fault: '-',
});

const DOMAIN_EVENT_LINE = JSON.stringify({
  level: 'INFO',
  message: 'received',
  timestamp: '2026-11-21T12:00:00.000Z',
  service: 'notifyDevices',
  cold_start: true,
  function_arn: 'arn:aws:lambda:us-east-1:123456789012:function:replypaid-prod-notifyDevices',
  function_memory_size: '512',
  function_name: 'replypaid-prod-notifyDevices',
  function_request_id: ID,
  sampling_rate: 0,
  xray_trace_id: '1-5759e988-bd862e3fe1be46a994272793',
  build: '0123456789abcdef',
  eventId: '01KAGH5Z0000000000000000F1',
  causedBy: ID,
  eventType: 'conversation.answered',
});

const bytes = (lines: readonly string[]) =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + PER_LINE, 0);

/** The log bytes of one call (by Lambda, assuming a cold start, and by API Gateway) and of one domain event. */
export const linesOfCall = {
  lambda: bytes(LAMBDA),
  gateway: bytes([GATEWAY]),
  domainEvent: bytes([DOMAIN_EVENT_LINE]),
} as const;
