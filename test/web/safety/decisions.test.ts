import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { authenticate } from '../../../shared/api/auth.ts';
import type { Output } from '../../../shared/api/operation.ts';
import {
  appealBlockedStatement,
  appealStatement,
  viewBlockedStatements,
  viewStatements,
} from '../../../shared/api/statements.ts';
import { DAY, later } from '../../../shared/time.ts';
import { paths } from '../../../web/src/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, NOW } from '../screen-fixtures.ts';

/* Decisions about an account, and the appeal against one. docs/product/desk.md#statements */

type Statement = Output<typeof viewStatements>['data'][number];

const decision: Statement = {
  ...{ id: '01J0000000000000000000000S', dateTime: NOW, deed: 'WARNED', rule: 'SPAM_PHISHING' },
  ...{ facts: 'You wrote to eleven strangers.', reason: 'Nobody had asked for it.' },
  ...{ appealUntil: later(NOW, 180 * DAY), appealable: true, appeal: null, conversation: null },
};
const serveDecisions = (...data: readonly Statement[]) =>
  serve(viewStatements, () => success(viewStatements, { data: [...data] }));
const TEXT = 'They had all asked me to write to them.';
const field = () => screen.findByRole('textbox', { name: 'Why do you disagree?' });

describe('the decisions about an account', () => {
  test('say that there are none', async () => {
    serveDecisions();
    await openScreen(paths.decisions(), ana);
    await screen.findByText('Nothing was decided yet');
  });

  test('show what was decided, the rule and the reason, and send an appeal', async () => {
    serveDecisions(decision);
    serve(appealStatement, lost);
    const { user } = await openScreen(paths.decisions(), ana);
    await screen.findByRole('heading', { name: 'You were warned' });
    for (const text of [decision.facts, 'Spam or phishing', decision.reason])
      screen.getByText(text);
    await user.click(screen.getByRole('button', { name: 'Appeal' }));
    await user.click(await screen.findByRole('button', { name: 'Send appeal' }));
    await screen.findByText('Please write at least 20 characters');
    await user.type(await field(), TEXT);
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    await screen.findByRole('alert');
    serve(appealStatement, () => success(appealStatement, {}));
    const appeal = { dateTime: NOW, outcome: null, reason: null };
    serveDecisions({ ...decision, appealable: false, appeal });
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    await screen.findByText(/^You appealed on .*\. We’re looking at it\.$/);
    const [first, second] = callsOf(appealStatement);
    expect(Object.fromEntries(second?.input ?? [])).toEqual({
      ...{ statementId: decision.id, text: TEXT },
    });
    expect(second?.key).toBe(first?.key);
    expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
  });

  test('keep a typed appeal over a reload', async () => {
    serveDecisions(decision);
    const first = await openScreen(paths.decisions(), ana);
    await first.user.click(await screen.findByRole('button', { name: 'Appeal' }));
    await first.user.type(await field(), TEXT);
    first.close();
    await openScreen(paths.decisions(), ana);
    expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', TEXT);
  });

  test('show the outcome of an appeal with its reason', async () => {
    const appeal = { dateTime: NOW, outcome: 'UPHELD', reason: 'They confirmed it.' } as const;
    serveDecisions({ ...decision, appealable: false, appeal });
    await openScreen(paths.decisions(), ana);
    await screen.findByText('You appealed, and you were right.');
    screen.getByText('They confirmed it.');
  });
});

describe('the sign-in to a blocked account', () => {
  const blocked = () =>
    Response.json(
      { status: 'FORBIDDEN', message: 'This account is blocked.', appealToken: 'a-token' },
      { status: 403 },
    );
  async function signIn() {
    const screenOf = await openScreen(paths.login());
    await screenOf.user.type(await screen.findByRole('textbox', { name: 'Username' }), 'ana');
    await screenOf.user.type(screen.getByLabelText('Password'), 'Right-password-1');
    await screenOf.user.click(screen.getByRole('button', { name: 'Sign in' }));
    return screenOf;
  }

  test('leads to the decision, and appeals with the token of the refusal', async () => {
    serve(authenticate, blocked);
    serve(viewBlockedStatements, () =>
      success(viewBlockedStatements, { data: [{ ...decision, deed: 'ACCOUNT_BLOCKED' }] }),
    );
    serve(appealBlockedStatement, () => success(appealBlockedStatement, {}));
    const { user, pathname } = await signIn();
    await screen.findByRole('heading', { name: 'Your account was blocked' });
    expect(pathname()).toBe(paths.appeal());
    await user.click(screen.getByRole('button', { name: 'Appeal' }));
    await user.type(await field(), TEXT);
    await user.click(screen.getByRole('button', { name: 'Send appeal' }));
    await screen.findByText(/Your appeal was sent/);
    expect(Object.fromEntries(callsOf(appealBlockedStatement)[0]?.input ?? [])).toEqual({
      ...{ appealToken: 'a-token', statementId: decision.id, text: TEXT },
    });
  });

  test('shows the refusal if there is no decision to appeal', async () => {
    serve(authenticate, () =>
      Response.json({ status: 'FORBIDDEN', message: 'This account is blocked.' }, { status: 403 }),
    );
    const { pathname } = await signIn();
    await screen.findByText('This account is blocked.');
    expect(pathname()).toBe(paths.login());
  });

  test('is asked for again when the token is over', async () => {
    serve(authenticate, blocked);
    serve(viewBlockedStatements, () => refusal('UNAUTHENTICATED'));
    await signIn();
    await screen.findByText('Sign in again to read the decision and to appeal.');
  });

  test('is asked for by the page of the decision without a token', async () => {
    await openScreen(paths.appeal());
    await screen.findByText('Sign in again to read the decision and to appeal.');
  });
});
