import { saveDraft } from '../../shared/api/drafts.ts';
import { draftViewOf } from '../flows/draft-views.ts';
import { keepDraft } from '../flows/keeping-drafts.ts';
import { serve } from '../serve.ts';

/** Saves what the caller writes to somebody, on condition that it is based on the newest version. */
export const handler = serve(saveDraft, async (input, call) => ({
  data: [draftViewOf(await keepDraft(call, call.caller.userId, input))],
}));
