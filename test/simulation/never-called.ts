import type { Operation } from './handlers.ts';

/** The operations that change money or a conversation and that random histories never call, with the reason. */
export const NEVER_CALLED = {
  signAnswer: 'It needs an authenticator; test/functions/conversations has one in software.',
} as const satisfies Partial<Record<Operation, string>>;
