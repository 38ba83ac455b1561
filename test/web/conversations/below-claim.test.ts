import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { MemoryRouter } from 'react-router';
import { BelowClaim } from '#web/features/conversations/claims/BelowClaim.tsx';
import type { Claim } from '#web/features/conversations/claims/claim-banner.ts';
import type { Conversation } from '#web/features/conversations/conversation.ts';
import { message, NOW } from '../screen-fixtures.ts';

const claim: Claim = {
  state: 'CONTESTED',
  reason: 'COPIED',
  text: 'It is from your website.',
  claimedAt: NOW,
  until: null,
  improvedAt: null,
  contest: null,
  decisionReason: null,
  endedAt: null,
  frozen: null,
  actions: [],
};

const shown = (withClaim: Claim | null) =>
  createElement(
    MemoryRouter,
    null,
    createElement(
      BelowClaim,
      {
        conversation: { ...(message as Conversation), claim: withClaim },
        side: 'sender',
        now: NOW,
      },
      'The letter',
    ),
  );

/** Waits for the code of the claim's panel, however long it takes. */
const loadPanel = () =>
  act(async () => {
    await import('#web/features/conversations/claims/ClaimPanel.tsx');
  });

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(cleanup);

test('the letter below a claim appears together with the claim, so that it does not move', async () => {
  render(shown(claim));
  expect(screen.queryByText('The letter')).toBeNull();
  await loadPanel();
  await screen.findByText('The letter');
  expect(screen.queryByText('We decide about your claim')).not.toBeNull();
});

test('the letter stays when a claim is made later', async () => {
  const { rerender } = render(shown(null));
  expect(screen.queryByText('The letter')).not.toBeNull();
  rerender(shown(claim));
  expect(screen.queryByText('The letter')).not.toBeNull();
  await loadPanel();
  await screen.findByText('We decide about your claim');
});
