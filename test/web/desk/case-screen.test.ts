import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewDeskCase } from '#shared/api/desk.ts';
import { cents } from '#shared/money.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';
import { type DeskCase, dana, personOf, report } from './desk-fixtures.ts';

/* The screen of a case: what it is decided by, what was proposed, and which choices the rules allow. docs/product/desk.md#choices */

/** The warning that Ben appeals. */
const warning: NonNullable<DeskCase['statement']> = {
  id: '01J0000000000000000000000W',
  at: NOW,
  deed: 'WARNED',
  by: null,
  subject: 'PROFILE' as const,
  facts: 'A letter that you wrote was reported.',
  rule: 'SCAM_FRAUD',
  reason: 'It asks for bank details.',
  caseId: null,
  appeal: null,
};

async function openCase(more: Partial<DeskCase>, content: Partial<DeskCase> = {}) {
  serve(viewDeskCase, ({ input }) =>
    success(viewDeskCase, {
      data: [{ ...report, ...more, ...(input.get('reason') && content) }],
    }),
  );
  const { user } = await openScreen(paths.deskCase(report.id), dana);
  await screen.findByRole('button', { name: /^Decide this / });
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  return { user, radio };
}

test('what the rules refuse cannot be chosen, and says why beside the choice', async () => {
  const { user, radio } = await openCase({
    refused: {
      ACCOUNT_BLOCKED: 'The support account can’t be blocked.',
      PICTURE: 'There is no picture.',
    },
    consequences: { WARNED: 'They were warned before.' },
  });
  expect(radio(/^Block Ben’s account/).disabled).toBe(true);
  screen.getByText('Not possible now: The support account can’t be blocked.');
  expect(radio(/^Warn Ben/).disabled).toBe(false);
  screen.getByText('They were warned before.');
  expect(radio(/^Remove the picture/).disabled).toBe(true);
  screen.getByText('Not possible now: There is no picture.');
  expect(radio(/^Remove the profile’s text/).disabled).toBe(false);
  // The number of what is refused chooses nothing.
  await user.keyboard('4');
  expect(document.querySelector('input:checked')).toBeNull();
});

test.each<[string, Partial<DeskCase>]>([
  ['Is Ben pretending to be someone else?', {}],
  ['Did Ben break a rule?', { reason: 'OTHER' }],
  ['Were we right to warn Ben?', { kind: 'APPEAL', statement: warning }],
  ['Block Ben’s account?', { kind: 'BLOCK', reason: 'BLOCK' }],
  ['Release Ben’s payout?', { kind: 'REFUND', reason: 'PAYOUT_RELEASE' }],
])('the title of a case is its question: %s', async (title, more) => {
  await openCase(more);
  screen.getByRole('heading', { level: 1, name: title });
});

test('nothing is chosen at first, and the number of a choice chooses it: no rule is broken, a warning, each thing to remove, and a block', async () => {
  const { user, radio } = await openCase({});
  expect(document.querySelector('input:checked')).toBeNull();
  const names = [
    /^No rule is broken/,
    /^Warn Ben/,
    /^Remove the profile’s text/,
    /^Remove the picture/,
    /^Block/,
  ];
  for (const [index, name] of names.entries()) {
    await user.keyboard(`${index + 1}`);
    expect(radio(name).checked).toBe(true);
  }
  screen.getByRole('button', { name: /^Block Ben’s account/ });
});

test('the message of a letter cannot be removed: it was paid for', async () => {
  await openCase({
    subject: {
      type: 'MESSAGE',
      id: '01J0000000000000000000000M',
      within: '01J00000000000000000000CON',
    },
    amount: cents(2_500),
  });
  expect(screen.queryByRole('radio', { name: /^Remove the reported/ })).toBeNull();
  screen.getByRole('link', { name: 'a letter or a reply' });
});

test('a reported chat message is called one, can be removed, and leads to no letter', async () => {
  const { radio } = await openCase({
    subject: { type: 'MESSAGE', id: '2026-11-21T09:00:00.000Z', within: 'CHAT' },
  });
  screen.getByText('a chat message');
  expect(screen.queryByRole('link', { name: 'a chat message' })).toBeNull();
  expect(radio(/^Remove the reported chat message/).disabled).toBe(false);
});

test('before it is decided, all that each reader will read can be seen with P, in the typed reason', async () => {
  const reading = { appealUntil: null, notifications: [] };
  const { user } = await openCase({
    others: [{ by: personOf(dana), at: NOW, reason: 'IMPERSONATION', text: '' }],
    reads: {
      WARNED: [
        { ...reading, person: personOf(ben), deed: 'WARNED', facts: 'Your profile was reported.' },
        {
          ...reading,
          person: personOf(ana),
          deed: 'REPORT_DECIDED',
          facts: 'You reported a profile.',
          notifications: [{ title: 'About your report', body: 'We have acted on it.' }],
        },
      ],
    },
  });
  await user.keyboard('2');
  screen.getByText('Ben, Ana, and 1 other read this');
  await user.keyboard('r');
  await user.keyboard('The picture is somebody else.');
  await user.tab();
  await user.keyboard('p');
  const theirs = within(await screen.findByRole('region', { name: 'Ben Okafor' }));
  theirs.getByRole('heading', { name: 'You were warned' });
  theirs.getByText('Your profile was reported.');
  theirs.getByText('The reason: “The picture is somebody else.”');
  const reporters = within(screen.getByRole('region', { name: 'Ana Marković' }));
  reporters.getByRole('heading', { name: 'We acted on your report' });
  reporters.getByText(/^About your report/);
});

test('whoever appealed reads what a granted appeal changes', async () => {
  const reading = { deed: 'WARNED' as const, facts: '', appealUntil: null, notifications: [] };
  const { user } = await openCase({
    kind: 'APPEAL',
    statement: warning,
    reads: { UPHELD: [{ ...reading, person: personOf(ben) }] },
  });
  await user.keyboard('1p');
  await screen.findByText('You appealed, and you were right. The warning no longer counts.');
});

test('a case with a proposal says who proposed what, and why', async () => {
  await openCase({
    proposal: {
      by: personOf(ben),
      at: NOW,
      outcome: 'UPHELD',
      deed: 'ACCOUNT_BLOCKED',
      reason: 'They asked for gift cards.',
    },
  });
  screen.getByText(/^Proposed: to block the account/);
  screen.getByText(/Ben Okafor.*It’s done once a second person decides the same/);
  screen.getByText('They asked for gift cards.');
});

test('a second person who agrees reads that their reason stays with the proposer and the audit, and whoever decides otherwise who reads it', async () => {
  const { user, radio } = await openCase({
    proposal: {
      by: personOf(ben),
      at: NOW,
      outcome: 'UPHELD',
      deed: 'ACCOUNT_BLOCKED',
      reason: 'They asked for gift cards.',
    },
  });
  const own = /^Ben and the audit read it/;
  await user.click(radio(/^Block Ben’s account/));
  screen.getByText(own);
  await user.click(radio(/^Warn Ben/));
  expect(screen.queryByText(own)).toBeNull();
  screen.getByText(/^The person concerned and whoever reported it read it\./);
});

test('a choice that becomes a proposal says so, and only while it is chosen', async () => {
  const sentence = 'This becomes a proposal. No one is notified.';
  const { user, radio } = await openCase({ proposed: { ACCOUNT_BLOCKED: sentence } });
  expect(screen.queryByText(sentence, { exact: false })).toBeNull();
  await user.click(radio(/^Block Ben’s account/));
  screen.getByText(sentence, { exact: false });
  screen.getByRole('button', { name: /^Propose: block Ben’s account/ });
  await user.click(radio(/^No rule is broken/));
  expect(screen.queryByText(sentence, { exact: false })).toBeNull();
  screen.getByRole('button', { name: /^Reject the report/ });
});
