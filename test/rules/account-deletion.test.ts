import { describe, expect, test } from '@jest/globals';
import { ZERO } from '#shared/money.ts';
import {
  deletionObstacle,
  deletionReminderAt,
  ownDeletionObstacle,
} from '#shared/rules/accounts/account-deletion.ts';
import { exportStatus } from '#shared/rules/accounts/data-export.ts';
import { DAY, instant, later, MINUTE } from '#shared/time.ts';

const NOW = instant(Date.UTC(2026, 10, 25));

/** What a deletion is decided on; amounts are plain numbers of cents. */
type Facts = {
  readonly openClaims?: number;
  readonly isPayoutSending?: boolean;
  readonly balance?: number;
  readonly outgoing?: number;
  readonly recovering?: number;
};
const NOTHING = {
  openClaims: 0,
  isPayoutSending: false,
  balance: ZERO,
  outgoing: ZERO,
  recovering: ZERO,
};
const withFacts = (facts: Facts) => ({ ...NOTHING, ...facts }) as typeof NOTHING;

const CLAIM =
  'A sender claims that you didn’t answer. Your account can be deleted once that claim has ended.';
const SENDING = 'A payout to you is being sent. Your account can be deleted once it’s paid.';
const SETTLING = 'Your balance is being settled. Please try again tomorrow.';

describe('the deletion of an account', () => {
  test.each<[string, Facts, string | undefined, string | undefined]>([
    ['without money', {}, undefined, undefined],
    ['with a claim', { openClaims: 1 }, 'CLAIM_OPEN', CLAIM],
    ['with a payout that is sent', { isPayoutSending: true }, 'PAYOUT_SENDING', SENDING],
    ['with a debt and a payout', { balance: -1, outgoing: 1 }, 'DEBT_IN_PAYOUT', SETTLING],
    ['with a reversal', { recovering: 1 }, 'TRANSFER_REVERSING', SETTLING],
    [
      'with a claim before anything else',
      { openClaims: 1, isPayoutSending: true, balance: -1, outgoing: 1, recovering: 1 },
      'CLAIM_OPEN',
      CLAIM,
    ],
  ])('%s has the obstacle of its facts', (_, facts, obstacle, sentence) => {
    expect(deletionObstacle(withFacts(facts))).toBe(obstacle);
    expect(ownDeletionObstacle(withFacts(facts))).toBe(sentence);
  });

  test.each<[Facts, string | undefined]>([
    [{ balance: 999 }, undefined],
    [{ balance: 1_000 }, '$10.00'],
    [{ outgoing: 1 }, '$0.01'],
    [{ balance: 500, outgoing: 1_000 }, '$15.00'],
  ])('is refused to the person, not to an operator, while %j is owed', (facts, owed) => {
    expect(deletionObstacle(withFacts(facts))).toBeUndefined();
    expect(ownDeletionObstacle(withFacts(facts))).toBe(
      owed &&
        `We owe you ${owed}. Your account can be deleted once it’s paid out, on the 8th of a month. If you don’t want it, ask us for help.`,
    );
  });

  test('is refused to a person with a debt, not to an operator', () => {
    const facts = withFacts({ balance: -1 });
    expect(deletionObstacle(facts)).toBeUndefined();
    expect(ownDeletionObstacle(facts)).toBe(
      'Your balance is −\u00a0$0.01, because payments were taken back. Please ask us for help.',
    );
  });

  test('is announced two days before it', () =>
    expect(deletionReminderAt(later(NOW, 2 * DAY))).toBe(NOW));
});

describe('a copy of a person’s data', () => {
  const requestedAt = NOW;
  const statusAfter = (time: number, readyAt?: typeof NOW) =>
    exportStatus({ requestedAt, ...(readyAt && { readyAt }) }, later(NOW, time));

  test('that is not ready has failed after an hour', () => {
    expect(statusAfter(60 * MINUTE - 1)).toBe('MAKING');
    expect(statusAfter(60 * MINUTE)).toBe('FAILED');
  });

  test('is ready until its files are deleted, seven days after the request', () => {
    expect(statusAfter(1, later(NOW, 1))).toBe('READY');
    expect(statusAfter(7 * DAY - 1, later(NOW, 1))).toBe('READY');
    expect(statusAfter(7 * DAY, later(NOW, 1))).toBe('EXPIRED');
    expect(statusAfter(7 * DAY)).toBe('EXPIRED');
  });
});
