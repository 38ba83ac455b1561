import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { authenticate } from '#shared/api/auth.ts';
import type { Output } from '#shared/api/operation.ts';
import {
  appealBlockedStatement,
  appealStatement,
  markStatementAsRead,
  viewBlockedStatements,
  viewStatements,
} from '#shared/api/statements.ts';
import { DAY, later } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { callsOf, lost, openScreen, refusal, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';

/* Decisions about an account, and the appeal against one. docs/product/desk.md#statements */

type Statement = Output<typeof viewStatements>['data'][number];

const decision: Statement = {
  id: '01J0000000000000000000000S',
  dateTime: NOW,
  deed: 'WARNED',
  rule: 'SPAM_PHISHING',
  facts: 'You wrote to eleven strangers.',
  reason: 'Nobody had asked for it.',
  appealUntil: later(NOW, 180 * DAY),
  appealable: true,
  appeal: null,
  conversation: null,
  subject: 'PROFILE',
  report: null,
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

  test('lead to one screen each, with the reason in the list', async () => {
    serveDecisions(decision);
    const { user, pathname } = await openScreen(paths.decisions(), ana);
    await user.click(await screen.findByRole('link', { name: /You were warned/ }));
    await screen.findByRole('heading', { level: 1, name: 'You were warned' });
    expect(pathname()).toBe(paths.decision(decision.id));
  });
});

describe('a decision', () => {
  test('shows the reason as a letter, what it is about, the rule, what changes, and until when an appeal is possible', async () => {
    serveDecisions(decision);
    serve(markStatementAsRead, () => success(markStatementAsRead, {}));
    await openScreen(paths.decision(decision.id), ana);
    await screen.findByRole('heading', { level: 1, name: 'You were warned' });
    screen.getByText(`“${decision.reason}”`);
    screen.getByText('Decided by a person on our team');
    const part = (name: string) => within(screen.getByRole('region', { name }));
    part('What it is about').getByText(decision.facts);
    part('The rule').getByText('Spam or phishing.');
    part('What changes').getByText(/Another warning can end your account/);
    part('If you disagree').getByText(/^You can appeal once, by .*An appeal is free/);
    screen.getByRole('link', { name: 'Edit my profile' });
    expect(callsOf(markStatementAsRead).map(({ input }) => input.get('statementId'))).toEqual([
      decision.id,
    ]);
  });

  test('is shown although the note that it was read is lost', async () => {
    serveDecisions(decision);
    serve(markStatementAsRead, lost);
    await openScreen(paths.decision(decision.id), ana);
    await screen.findByText(`“${decision.reason}”`);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that is not among the viewer’s says so', async () => {
    serveDecisions();
    await openScreen(paths.decision(decision.id), ana);
    await screen.findByText('Decision not found');
  });

  test('is appealed on a screen of its own, which keeps the text and sends it once', async () => {
    serveDecisions(decision);
    serve(appealStatement, lost);
    serve(markStatementAsRead, () => success(markStatementAsRead, {}));
    const { user, pathname } = await openScreen(paths.decision(decision.id), ana);
    await user.click(await screen.findByRole('link', { name: 'Appeal' }));
    const send = () => user.click(screen.getByRole('button', { name: 'Send the appeal' }));
    await field();
    screen.getByText(/not the person who decided/);
    await send();
    await screen.findByText('Please write at least 20 characters');
    await user.type(await field(), TEXT);
    await send();
    await screen.findByRole('alert');
    serve(appealStatement, () => success(appealStatement, {}));
    const appeal = { dateTime: NOW, outcome: null, reason: null };
    serveDecisions({ ...decision, appealable: false, appeal });
    await send();
    await screen.findByText(/^You appealed on .*\. We’re looking at it\.$/);
    expect(pathname()).toBe(paths.decision(decision.id));
    const [first, second] = callsOf(appealStatement);
    expect(Object.fromEntries(second?.input ?? [])).toEqual({
      statementId: decision.id,
      text: TEXT,
    });
    expect(second?.key).toBe(first?.key);
    expect(screen.queryByRole('link', { name: 'Appeal' })).toBeNull();
  });

  test('keeps a typed appeal over a reload', async () => {
    serveDecisions(decision);
    const first = await openScreen(paths.decisionAppeal(decision.id), ana);
    await first.user.type(await field(), TEXT);
    first.close();
    await openScreen(paths.decisionAppeal(decision.id), ana);
    expect((await field()) as HTMLTextAreaElement).toHaveProperty('value', TEXT);
  });

  test('that was appealed already shows no second form at the address of the appeal', async () => {
    const appeal = { dateTime: NOW, outcome: null, reason: null };
    serveDecisions({ ...decision, appealable: false, appeal });
    serve(markStatementAsRead, () => success(markStatementAsRead, {}));
    const { pathname } = await openScreen(paths.decisionAppeal(decision.id), ana);
    await screen.findByRole('heading', { level: 1, name: 'You were warned' });
    expect(pathname()).toBe(paths.decision(decision.id));
  });

  test('shows the outcome of an appeal with its reason, and what it restored', async () => {
    const appeal = { dateTime: NOW, outcome: 'UPHELD', reason: 'They confirmed it.' } as const;
    serveDecisions({ ...decision, appealable: false, appeal });
    serve(markStatementAsRead, () => success(markStatementAsRead, {}));
    await openScreen(paths.decision(decision.id), ana);
    await screen.findByText('You appealed, and you were right.');
    screen.getByText('“They confirmed it.”');
    screen.getByText('The warning no longer counts.');
  });

  test.each([
    ['LINK', /so please add it again/],
    ['PUBLIC_ANSWER', /An answer is made public once, so it stays private/],
    ['THANKS', /isn’t shown again\. The letter keeps it/],
  ] as const)(
    'after an upheld appeal says what becomes of a removed %s',
    async (subject, words) => {
      const appeal = { dateTime: NOW, outcome: 'UPHELD', reason: 'Nobody is named.' } as const;
      serveDecisions({
        ...decision,
        deed: 'CONTENT_REMOVED',
        subject,
        appealable: false,
        appeal,
      });
      serve(markStatementAsRead, () => success(markStatementAsRead, {}));
      await openScreen(paths.decision(decision.id), ana);
      await screen.findByText(words);
    },
  );
});

describe('the decision of a report', () => {
  const reported: Statement = {
    ...decision,
    deed: 'REPORT_DECIDED',
    rule: '',
    appealable: false,
    subject: 'PROFILE',
    reason: 'The picture shows a known chess master.',
    report: {
      person: { id: ben.id, fullName: ben.fullName, profileImageUrl: null },
      subject: 'PROFILE',
      rule: 'IMPERSONATION',
      text: 'I know the man in the picture.',
      dateTime: later(NOW, -DAY),
      upheld: true,
    },
  };
  const openReport = async (more: Partial<NonNullable<Statement['report']>> = {}) => {
    serveDecisions({
      ...reported,
      report: { ...(reported.report as NonNullable<Statement['report']>), ...more },
    });
    serve(markStatementAsRead, () => success(markStatementAsRead, {}));
    return openScreen(paths.decision(decision.id), ana);
  };

  test('shows the reporter’s own words, what we found, and what the reported person knows, and offers to block them', async () => {
    const { user } = await openReport();
    await screen.findByRole('heading', { level: 1, name: 'We acted on your report' });
    screen.getByText('Ben Okafor’s profile');
    screen.getByText('Pretending to be someone else');
    screen.getByText('“I know the man in the picture.”');
    screen.getByText(/24 hours after you wrote/);
    screen.getByText(/^You were right/);
    screen.getByText(/Not by whom, and nothing of what you wrote/);
    await user.click(screen.getByRole('button', { name: /^Block Ben/ }));
    await screen.findByRole('alertdialog', { name: 'Block Ben?' });
  });

  test('leads nowhere that belongs to the reported person', async () => {
    await openReport();
    await screen.findByRole('link', { name: 'Done' });
    expect(screen.queryByRole('link', { name: 'Change my picture' })).toBeNull();
  });

  test('of somebody who may be in danger has the own words and the thanks, and says neither what was found nor offers a block', async () => {
    await openReport({ rule: 'SUICIDE_SELFINJURY', upheld: null });
    await screen.findByRole('heading', { level: 1, name: 'We looked at your report' });
    screen.getByText('“I know the man in the picture.”');
    screen.getByText('The picture shows a known chess master.');
    expect(screen.queryByText('What we found')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull();
  });

  test('of what breaks no rule says that the reported person knows nothing', async () => {
    await openReport({ upheld: false });
    await screen.findByRole('heading', { level: 1, name: 'We looked at your report' });
    screen.getByText(/^We found no breach of our rules/);
    screen.getByText(/^Nothing: not that something was reported/);
  });

  test('about an account that was deleted offers no block', async () => {
    await openReport({ person: null });
    await screen.findByText('An account that’s gone');
    expect(screen.queryByRole('button', { name: /^Block/ })).toBeNull();
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
    await user.click(screen.getByRole('button', { name: 'Send the appeal' }));
    await screen.findByText(/Your appeal was sent/);
    expect(Object.fromEntries(callsOf(appealBlockedStatement)[0]?.input ?? [])).toEqual({
      appealToken: 'a-token',
      statementId: decision.id,
      text: TEXT,
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
