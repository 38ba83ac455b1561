import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewDeskCase } from '../../../shared/api/desk.ts';
import { cents } from '../../../shared/money.ts';
import { later } from '../../../shared/time.ts';
import { paths } from '../../../web/src/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';
import { type DeskCase, dana, personOf, report } from './desk-fixtures.ts';

/* The screen of a case: what it is decided by, what was proposed, and which choices the rules allow. docs/product/desk.md#choices */

async function openCase(more: Partial<DeskCase>, content: Partial<DeskCase> = {}) {
  serve(viewDeskCase, ({ input }) =>
    success(viewDeskCase, {
      data: [{ ...report, ...more, ...(input.get('reason') && content) }],
    }),
  );
  const { user } = await openScreen(paths.deskCase(report.id), dana);
  await screen.findByRole('button', { name: 'Decide' });
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  return { user, radio };
}

test('what the rules refuse cannot be chosen, and says why, also in a choice that depends on another', async () => {
  const { user, radio } = await openCase({
    refused: {
      ACCOUNT_BLOCKED: 'The support account can’t be blocked.',
      PICTURE: 'There is no picture.',
    },
    consequences: { WARNED: 'They were warned before.' },
  });
  await user.click(radio(/^The report is right/));
  expect(radio(/^Block the account/).disabled).toBe(true);
  screen.getByText('Not possible now: The support account can’t be blocked.');
  expect(radio(/^Warn the person/).disabled).toBe(false);
  screen.getByText('They were warned before.');
  await user.click(radio(/^Remove the content/));
  expect(radio(/^The picture/).disabled).toBe(true);
  screen.getByText('Not possible now: There is no picture.');
  expect(radio(/^The biography/).disabled).toBe(false);
});

test('a decision that both choices refuse leaves nothing to choose', async () => {
  const gone = 'This claim doesn’t wait for a decision anymore.';
  const { user, radio } = await openCase({
    kind: 'CLAIM',
    refused: { UPHELD: gone, REJECTED: gone },
  });
  await user.keyboard('1');
  expect(radio(/^Give the sender the money back/).checked).toBe(false);
  expect(screen.getAllByText(`Not possible now: ${gone}`)).toHaveLength(2);
});

test('a claim shows the message, its answer and its improvement, and what both sides wrote, on one screen', async () => {
  const common = { verificationId: 'V1', signedAt: NOW };
  const counts = { typed: 400, pasted: 12, minutes: 10 };
  const written = { ...common, declaration: 'SELF', counts };
  const message = (nth: number, kind: string, senderId: string, body: string) => ({
    ...{ id: `M${nth}`, kind, senderId, body, dateTimeSent: later(NOW, nth), written: null },
  });
  const messages = [
    message(1, 'QUESTION', ana.id, '<p>What do I pay?</p>'),
    { ...message(2, 'PAID_RESPONSE', ben.id, '<p>There is a tax.</p>'), written },
    message(3, 'IMPROVED_ANSWER', ben.id, '<p>It is ten percent.</p>'),
  ];
  const claim = {
    ...{ subject: 'Tax of a pension', messages, more: false, note: null },
    ...{ additionalInformation: null, improvedAt: later(NOW, 3) },
    contest: { by: personOf(ben), at: NOW, text: 'I said how much.' },
  };
  const { user } = await openCase(
    {
      ...{ kind: 'CLAIM', reason: 'NO_ANSWER', amount: cents(2_000), text: 'It names no tax.' },
      subject: { type: 'CONVERSATION', id: report.id, within: null },
    },
    { quotes: [], claim: claim as never },
  );
  const why = await screen.findByRole('textbox', { name: /^Why do you look/ });
  await user.type(why, 'I decide this claim.{Enter}');
  const shown = within(await screen.findByRole('region', { name: 'The message and its answer' }));
  for (const text of [
    'Tax of a pension',
    'What do I pay?',
    'There is a tax.',
    'It is ten percent.',
  ])
    shown.getByText(text);
  shown.getByText(/^Written by Ben Okafor · typed 400 characters in 10 minutes, pasted 12/);
  shown.getByText(/signed with a passkey/);
  shown.getByRole('link', { name: 'Check it' });
  shown.getByText(/Ben Okafor, who asked for a decision/);
  shown.getByText('I said how much.');
  expect(shown.queryByText('The answer wasn’t improved.')).toBeNull();
  screen.getByText('It names no tax.');
});

test('a case with a proposal says who proposed what, and why', async () => {
  await openCase({
    proposal: {
      ...{ by: personOf(ben), at: NOW, outcome: 'UPHELD', deed: 'ACCOUNT_BLOCKED' },
      reason: 'They asked for gift cards.',
    },
  });
  screen.getByText(/^Proposed: block the account/);
  screen.getByText(/Ben Okafor.*It’s done once a second person decides the same/);
  screen.getByText('They asked for gift cards.');
});

test('a choice that becomes a proposal says so, and only while it is chosen', async () => {
  const sentence = 'This becomes a proposal. Only staff read this reason.';
  const { user, radio } = await openCase({ proposed: { ACCOUNT_BLOCKED: sentence } });
  await user.click(radio(/^The report is right/));
  expect(screen.queryByText(sentence)).toBeNull();
  await user.click(radio(/^Block the account/));
  screen.getByText(sentence);
  screen.getByRole('button', { name: 'Propose it' });
  await user.click(radio(/^No rule is broken/));
  expect(screen.queryByText(sentence)).toBeNull();
  screen.getByRole('button', { name: 'Decide' });
});
