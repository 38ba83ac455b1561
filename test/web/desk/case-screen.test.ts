import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { viewDeskCase } from '#shared/api/desk.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ben, NOW } from '../screen-fixtures.ts';
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
  screen.getByText(/^Proposed: block the account/);
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
  await user.click(radio(/^The report is right/));
  await user.click(radio(/^Block the account/));
  screen.getByText(own);
  await user.click(radio(/^Warn the person/));
  expect(screen.queryByText(own)).toBeNull();
  screen.getByText('The person concerned and whoever reported it read it.');
});

test('a choice that becomes a proposal says so, and only while it is chosen', async () => {
  const sentence = 'This becomes a proposal. No one is notified.';
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
