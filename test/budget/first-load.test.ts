import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { routeWeights } from '#bench/route-bytes.ts';
import type { Weight } from '#bench/weight.ts';
import { buildWeb } from '#lib/local/builds.ts';
import { Shutdown } from '#lib/local/shutdown.ts';

/*
 * How much JavaScript a person waits for, in kilobytes after gzip: what a screen loads statically. What is fetched when
 * something is opened comes later. bench/byte-budgets.json has the exact size of each screen.
 */

const LIMITS = {
  /**
   * The document, compressed, with the outlines of all screens and the styles that paint them. At 50 kB a second, with
   * 600 ms to the server, it has arrived after 1.2 seconds, and is painted within 1.5.
   */
  document: 31,
  /**
   * A screen of a signed-in user from cold, with the app itself; the largest is an answer to a claim. 110 of it are react, react-dom, react-router and the
   * query library, 11 zod, 28 what at least three of the screens that are opened first use, with their icons, and 14 what at
   * least eight others do.
   */
  cold: 264,
  /** Kilobytes that the home screen loads beyond the app itself, 28 of them shared by the screens that are opened first. */
  home: 54,
  /**
   * Kilobytes that another screen loads after the home screen. 17 kB of it are react-hook-form, for the first form,
   * and 3 the icons that the screens opened first do not show.
   */
  further: 53,
};

/** Main pages from cold, in kilobytes: they do not load what no screen that is opened first uses. */
const MAIN_PAGES: Readonly<Record<string, number>> = {
  'accounts/Dashboard': 226,
  'conversations/Inbox': 217,
  // With the drafts and the form that sends them.
  'conversations/Orders': 238,
  'conversations/InboxViewer': 243,
  'conversations/OrderViewer': 243,
  'search/UserSearch': 212,
  'chat/ChatHome': 221,
  'accounts/MyProfile': 212,
};

/** Screens that load more, and why. */
const LARGER: Readonly<Record<string, number>> = {
  // The messages, their outbox, and the package that chooses which of them are mounted.
  'chat/ChatViewer': 52,
  // The draft, the plan of its payment, and what the form of the card needs.
  'conversations/InboxPayment': 56,
  // The draft that all devices keep, and the claim it answers.
  'conversations/ContestClaim': 62,
  'conversations/ImproveAnswer': 62,
  // The draft that all devices keep, and the thread that it answers.
  'conversations/PaidReply': 55,
};

const KILOBYTE = 1_000;

let directory: string;
let app: Weight;
let screens: [name: string, weight: Weight][];

beforeAll(async () => {
  directory = await buildWeb(new Shutdown());
  const { 'the app itself': itself, ...others } = routeWeights(directory);
  app = itself as Weight;
  screens = Object.entries(others).filter(([name]) => !name.startsWith('later: '));
});

test('the document with the outline arrives in time on a slow connection', () => {
  const { size } = statSync(join(directory, 'index.html.br'));
  expect(size).toBeLessThanOrEqual(LIMITS.document * KILOBYTE);
});

test('no screen from cold loads more than the limit', () => {
  const over = screens.filter(([, { bytes }]) => bytes > LIMITS.cold * KILOBYTE);
  expect(over.map(([name, { bytes }]) => `${name}: ${bytes}`)).toEqual([]);
});

test('no main page from cold loads more than its limit', () => {
  const over = Object.entries(MAIN_PAGES)
    .map(([name, limit]) => ({ name, limit, bytes: weightOf(name).bytes }))
    .filter(({ limit, bytes }) => bytes > limit * KILOBYTE);
  expect(over).toEqual([]);
});

test('the home screen loads no more than its limit beyond the app itself', () => {
  expect(home().bytes - app.bytes).toBeLessThanOrEqual(LIMITS.home * KILOBYTE);
});

test('no further screen loads more than the limit after the home screen', () => {
  const known = home().parts;
  const over = screens
    .map(([name, { parts }]) => {
      const own = Object.entries(parts).filter(([part]) => !(part in known));
      return { name, bytes: own.reduce((sum, [, bytes]) => sum + bytes, 0) };
    })
    .filter(({ name, bytes }) => bytes > (LARGER[name] ?? LIMITS.further) * KILOBYTE);
  expect(over).toEqual([]);
});

const home = () => weightOf('accounts/Dashboard');

function weightOf(screen: string): Weight {
  const [, weight] = screens.find(([name]) => name === screen) ?? [];
  if (!weight) throw new Error(`there is no screen ${screen}`);
  return weight;
}
