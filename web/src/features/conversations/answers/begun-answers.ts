/** The drafts of paid and of improved answers, which are on this device only. */
const ANSWER_DRAFT = /^(paidReply|improveAnswer)_/;

/** Whether this device has answers that somebody began to write. */
export const hasBegunAnswers = (): boolean =>
  Object.keys(localStorage).some((key) => ANSWER_DRAFT.test(key));
