import type { Caller, CallOptions } from './calls.ts';
import type { TextOptions } from './conversations.ts';
import { APPEAL_TEXT } from './texts.ts';
import type { Ref } from './things.ts';

/* Statements of reasons, which people get when staff decide about them, and the one appeal against each. */

export const statementDeeds = (me: Caller) => ({
  /** The statements to the caller, newest first. */
  statements: (options?: CallOptions) => me.does('viewStatements', {}, options),
  readsStatement: (statement: Ref, options?: CallOptions) =>
    me.does('markStatementAsRead', { statementId: statement.id }, options),
  /** Appeals against what a statement gives the reasons of. */
  appeals: (statement: Ref, { text = APPEAL_TEXT, ...options }: TextOptions = {}) =>
    me.does('appealStatement', { statementId: statement.id, text }, options),
  /** The statements to somebody whose account is blocked, with the token of the refused sign-in. */
  statementsOfBlocked: (appealToken: string, options?: CallOptions) =>
    me.does('viewBlockedStatements', { appealToken }, options),
  /** Appeals as somebody whose account is blocked. */
  appealsBlocked: (
    appealToken: string,
    statement: Ref,
    { text = APPEAL_TEXT, ...options }: TextOptions = {},
  ) => me.does('appealBlockedStatement', { appealToken, statementId: statement.id, text }, options),
});
