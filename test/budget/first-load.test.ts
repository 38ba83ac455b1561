import { beforeAll, expect, test } from '@jest/globals';
import { routeWeights } from '../../bench/route-bytes.ts';
import type { Weight } from '../../bench/weight.ts';
import { buildWeb } from '../../lib/local/builds.ts';
import { Shutdown } from '../../lib/local/shutdown.ts';

/*
 * How much JavaScript a person waits for, in kilobytes after gzip: what a screen loads statically. What is fetched when
 * something is opened comes later. bench/byte-budgets.json has the exact size of each screen.
 */

const LIMITS = {
  /**
   * A screen of a signed-in user from cold, with the app itself. 110 of it are react, react-dom, react-router and the
   * query library, and 24 are zod.
   */
  cold: 215,
  /** What a screen loads when the app itself is there. */
  further: 26,
  /** A screen with a form also loads react-hook-form with its resolver (15), which the next form finds loaded. */
  furtherWithForm: 42,
};

/** Screens without a form that load more, and why. */
const LARGER: Readonly<Record<string, number>> = {
  // Every state of a conversation: its banner, timeline, letters, and the menu with its dialogs.
  'conversations/InboxViewer': 43,
  'conversations/OrderViewer': 41,
  'conversations/InboxPayment': 39,
  // A part for each of the other main pages.
  'accounts/Dashboard': 39,
  // The composer, the outbox and the poller.
  'chat/ChatViewer': 31,
};

const KILOBYTE = 1_000;

let app: Weight;
let screens: [name: string, weight: Weight][];

beforeAll(async () => {
  const { 'the app itself': itself, ...others } = routeWeights(await buildWeb(new Shutdown()));
  app = itself as Weight;
  screens = Object.entries(others).filter(([name]) => !name.startsWith('later: '));
}, 60_000);

test('no screen from cold loads more than the limit', () => {
  const over = screens.filter(([, { bytes }]) => bytes > LIMITS.cold * KILOBYTE);
  expect(over.map(([name, { bytes }]) => `${name}: ${bytes}`)).toEqual([]);
});

test('no further screen loads more than the limit beyond the app itself', () => {
  const over = screens.filter(([name, { bytes, parts }]) => {
    const limit = 'react-hook-form' in parts ? LIMITS.furtherWithForm : LIMITS.further;
    return bytes - app.bytes > (LARGER[name] ?? limit) * KILOBYTE;
  });
  expect(over.map(([name, { bytes }]) => `${name}: ${bytes - app.bytes}`)).toEqual([]);
});
