import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { viewDeskCase, viewDeskQueue } from '#shared/api/desk.ts';
import { DAY, HOUR, later, MINUTE } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import { openScreen, serve, success } from '../open-screen.ts';
import { ana, ben, NOW } from '../screen-fixtures.ts';
import { claimCase, type DeskCase, dana, personOf, report } from './desk-fixtures.ts';

/* A case after its decision. docs/product/desk.md#after-a-decision */

const REASON = 'The answer names no amount and no rule.';
const decision = {
  by: personOf(dana),
  at: NOW,
  outcome: 'UPHELD',
  reason: REASON,
  deed: null,
  remove: null,
} as const;
const reader = { facts: 'It is decided.', reason: REASON, appealUntil: null, readAt: null };

async function openDecided(found: DeskCase) {
  serve(viewDeskCase, () => success(viewDeskCase, { data: [found] }));
  await openScreen(paths.deskCase(found.id), dana);
}

test('a decided claim says what happened and who decided it, alone or with whom', async () => {
  await openDecided({ ...claimCase, decision });
  await screen.findByRole('heading', { level: 1, name: 'Ana gets $20.00 back' });
  screen.getByText(/^Decided by Dana Desk, .* · alone$/);
});

test('a decided refund says who is refunded at whose cost, with the price, and nothing of an account', async () => {
  await openDecided({
    ...claimCase,
    kind: 'REFUND',
    reason: 'REFUND_PLATFORM',
    effects: {},
    decision,
  });
  await screen.findByRole('heading', {
    level: 1,
    name: 'Ana is refunded: the platform bears it',
  });
  const did = within(screen.getByRole('region', { name: 'What it did' }));
  did.getByText('$20.00');
  expect(did.queryByText('Account')).toBeNull();
});

test('a decided case leads back to all cases once nothing else waits', async () => {
  serve(viewDeskQueue, () => success(viewDeskQueue, { data: [] }));
  await openDecided({ ...claimCase, decision });
  const link = await screen.findByRole('link', { name: /^Back to all cases/ });
  expect(link.getAttribute('href')).toBe(paths.desk());
});

test('a claim that two people decided names who proposed it', async () => {
  const proposal = {
    by: personOf(ben),
    at: NOW,
    outcome: 'UPHELD',
    reason: REASON,
    deed: null,
  } as const;
  await openDecided({ ...claimCase, decision, proposal });
  await screen.findByText(/· proposed by Ben Okafor$/);
});

test('each side’s own words stand there, with the ways they went out and whether they were read', async () => {
  await openDecided({
    ...claimCase,
    decision: { ...decision, at: later(NOW, -HOUR) },
    told: [
      {
        ...reader,
        person: personOf(ana),
        deed: 'CLAIM_UPHELD',
        ways: [
          { channel: 'PUSH', at: NOW },
          { channel: 'EMAIL', at: NOW },
        ],
        readAt: later(NOW, 5 * MINUTE),
      },
      {
        ...reader,
        person: personOf(ben),
        deed: 'EARNING_REVERSED',
        appealUntil: later(NOW, 180 * DAY),
        ways: [],
      },
    ],
  });
  const anas = within(await screen.findByRole('region', { name: 'Ana Marković reads' }));
  anas.getByText('Your claim was upheld');
  anas.getByText(`The reason: “${REASON}”`);
  anas.getByText(/^Push, /);
  anas.getByText(/^Email, /);
  anas.getByText(/^Read /);
  const bens = within(screen.getByRole('region', { name: 'Ben Okafor reads' }));
  bens.getByText(/^You can appeal once, until/);
  bens.getByText('Not read yet');
  bens.getByText('No device, email or text: Home shows it');
  const did = within(screen.getByRole('region', { name: 'What it did' }));
  did.getByText('− $18.60');
  did.getByText(/^By Ben, until/);
});

test('a decided report says the rule, all warnings, that no money moved, and who reported it', async () => {
  await openDecided({
    ...report,
    decision: { ...decision, deed: 'WARNED' },
    aboutRecord: { ...report.aboutRecord, warnings: 1 },
  });
  await screen.findByRole('heading', { level: 1, name: 'Ben Okafor was warned' });
  const did = within(screen.getByRole('region', { name: 'What it did' }));
  for (const words of ['Pretending to be someone else', '1', 'None moved', 'Ana Marković'])
    did.getByText(words);
});

test('whoever appealed reads how the appeal ended, and what has not gone out yet is not called missing', async () => {
  const about = personOf(ben);
  await openDecided({
    ...report,
    kind: 'APPEAL',
    about,
    decision,
    statement: {
      id: 'S1',
      caseId: null,
      appeal: null,
      deed: 'WARNED',
      by: personOf(dana),
      at: NOW,
      subject: 'PROFILE',
      facts: 'Your profile was reported.',
      rule: 'IMPERSONATION',
      reason: REASON,
    },
    told: [{ ...reader, person: about, deed: 'WARNED', ways: [] }],
  });
  const bens = within(await screen.findByRole('region', { name: 'Ben Okafor reads' }));
  bens.getByText(/^You appealed, and you were right\./);
  expect(bens.queryByText(reader.facts)).toBeNull();
  bens.getByText('No push, email or text has gone out yet: Home shows it');
});

test('a decided report names everybody who reported it', async () => {
  const other = { by: personOf(dana), at: NOW, reason: 'IMPERSONATION', text: '' };
  await openDecided({ ...report, others: [other], decision: { ...decision, deed: 'WARNED' } });
  const did = within(await screen.findByRole('region', { name: 'What it did' }));
  did.getByText('Ana Marković, Dana Desk');
});

test('a decision that no one was told says so', async () => {
  await openDecided({ ...claimCase, decision, told: [] });
  expect(await screen.findByText(/^No one but staff learned of it/)).toBeTruthy();
});
