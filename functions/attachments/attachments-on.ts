import { Refusal } from '#shared/refusals.ts';
import type { Settings } from '#shared/settings.ts';

const OFF = 'Pictures and files can’t be attached here.';

/** Refuses with FORBIDDEN where the stage has no attachments. */
export function refuseUnlessOn({ attachments }: Settings): void {
  if (!attachments) throw new Refusal('FORBIDDEN', { message: OFF });
}
