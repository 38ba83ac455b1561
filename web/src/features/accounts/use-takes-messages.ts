import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import { query, useEntity } from '../../api/queries.ts';

/** Whether the user takes paid messages, which a commitment of 0 or a pause prevents. Undefined until that is known. */
export function useTakesMessages(): boolean | undefined {
  const settings = useEntity(query(viewInboundSettings, {})).data;
  return settings && settings.paidResponseCommitment > 0 && !settings.paused;
}
