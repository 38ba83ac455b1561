import type { Output } from '#shared/api/operation.ts';
import { viewSavedReplies } from '#shared/api/saved-replies.ts';
import { query } from '#web/api/queries.ts';

export type SavedReply = Output<typeof viewSavedReplies>['data'][number];

/** The query of the user's saved replies. */
export const savedReplyQueries = () => ({ replies: query(viewSavedReplies, {}) });
