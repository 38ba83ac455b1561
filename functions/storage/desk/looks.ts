import type { Instant } from '#shared/time.ts';
import { lookKey } from '../keys.ts';
import { put, type Step, type TableReader } from '../table.ts';

/*
 * Looks of staff at content that somebody may be in danger for: the desk refuses a decision about it of somebody who has not seen it.
 * `about` is the id of a case or a conversation. docs/product/desk.md#danger
 */

/** The step that notes that a member of staff has seen the content. */
export const noteLook = (about: string, staffId: string, now: Instant): Step<never> =>
  put({ ...lookKey(about, staffId), at: now });

/** Whether a member of staff has seen the content. */
export const hasLooked = async (
  table: TableReader,
  about: string,
  staffId: string,
): Promise<boolean> => (await table.get(lookKey(about, staffId))) !== undefined;
