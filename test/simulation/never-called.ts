import type { Operation } from './handlers.ts';

const ANSWER_DRAFT =
  'Drafts of answers move no money, and no answer depends on one; answers delete theirs in test/functions/conversations/answer-drafts.test.ts.';
const PASSKEY = 'It needs an authenticator; test/functions/auth has one in software.';

/** The operations that random histories never call, with the reason. */
export const NEVER_CALLED = {
  finishPasskeySignIn: PASSKEY,
  finishPasskeyRegistration: PASSKEY,
  finishPasskeyConfirmation: PASSKEY,
  removePasskey: PASSKEY,
  renamePasskey: PASSKEY,
  signAnswer: PASSKEY,
  saveAnswerDraft: ANSWER_DRAFT,
  viewAnswerDraft: ANSWER_DRAFT,
} as const satisfies Partial<Record<Operation, string>>;
