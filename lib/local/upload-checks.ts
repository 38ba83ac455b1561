import { SECOND } from '#shared/time.ts';
import type { UploadDetail } from './aws/service.ts';
import type { FaultReporter } from './faults.ts';

/** Milliseconds before each of the two retries of a check that failed; Lambda waits for one and two minutes. */
const PAUSES = [SECOND, 2 * SECOND];

/** Returns what has an uploaded file checked, as the rule of EventBridge and Lambda's retries do. */
export const uploadChecks =
  (call: (event: unknown) => Promise<unknown>, onFault: FaultReporter) =>
  async (detail: UploadDetail): Promise<void> => {
    for (const pause of [...PAUSES, undefined]) {
      try {
        await call({ source: 'aws.s3', 'detail-type': 'Object Created', detail });
        return;
      } catch (fault) {
        if (pause === undefined) onFault(fault as Error);
        else await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
