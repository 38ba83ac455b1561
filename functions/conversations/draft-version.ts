import { invalidInput } from '#shared/refusals.ts';
import type { DraftVersion } from '../storage/conversations/drafts.ts';

type VersionInput = {
  readonly draftId?: string | undefined;
  readonly draftVersion?: number | undefined;
};

/** The version of a draft that a request names; undefined if it names none. Refuses half of one with INVALID_INPUT. */
export function draftVersionIn({
  draftId: id,
  draftVersion: version,
}: VersionInput): DraftVersion | undefined {
  if (id !== undefined && version !== undefined) return { id, version };
  if (id === undefined && version === undefined) return undefined;
  throw invalidInput({ draftVersion: 'draftId and draftVersion come together' });
}
