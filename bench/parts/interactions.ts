import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '../../lib/local/local.ts';
import { DEMO_PASSWORD } from '../../lib/local/seed/demo.ts';
import { openPhone, signIn, startBrowser } from '../../test/support/browser.ts';
import { Person } from '../../test/support/client.ts';
import { TAPS, type Tap, type TapWorld } from '../taps.ts';

/*
 * The ten commonest taps on a processor four times as slow as this one: the time from the tap until the next content is
 * drawn, and the interaction to next paint (INP). Medians of several rounds after one that fetches what each tap
 * needs. Prints JSON.
 */

const WHO = 'ana.markovic';
const SLOWDOWN = 4;
const ROUNDS = 5;
/** Interactions that are shorter than this are not reported by browsers. */
const SHORTEST = 16;

/**
 * Records in the page: the longest interaction, and how long after the next press of a finger or a key a watched condition
 * became true and was drawn. A string, because it runs in the page.
 */
const PROBE = `
  globalThis.probe = {
    longest: 0,
    watch(isShown) {
      probe.longest = 0;
      probe.shownAfter = new Promise((resolve) => {
        probe.onPress = (pressedAt) => {
          const look = () => {
            if (!isShown()) requestAnimationFrame(look);
            else setTimeout(() => resolve(performance.now() - pressedAt));
          };
          requestAnimationFrame(look);
        };
      });
    },
  };
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, ({ timeStamp }) => {
      probe.onPress?.(timeStamp);
      probe.onPress = undefined;
    }, { capture: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) probe.longest = Math.max(probe.longest, duration);
  }).observe({ type: 'event', durationThreshold: ${SHORTEST} });
`;

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-'));
const local = await startLocal({ folder, port: 0, quiet: true });
const browser = await startBrowser();
const { page, context } = await openPhone(browser, local.url);
await context.addInitScript(PROBE);
await signIn(page, WHO);
const session = await context.newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });

const person = new Person(local.url);
await person.signIn(WHO, DEMO_PASSWORD);
const firstId = async (operation: string, filter: string) =>
  (await person.get(operation, { filter, skip: 0 })).body.data[0].id as string;
const world: TapWorld = {
  conversationId: await firstId('viewInboxList', 'OPEN'),
  unansweredId: await firstId('viewInboxList', 'PENDING'),
  chatId: await firstId('viewChatList', 'ALL'),
};

type Times = { readonly content: number; readonly inp: number };

async function timesOf(tap: Tap): Promise<Times> {
  await page.goto(tap.from(world));
  await page.waitForLoadState('networkidle');
  await tap.before?.(page);
  // The main thread is free, as when a person looks at a screen before the tap.
  await page.waitForTimeout(500);
  await page.evaluate(`probe.watch(() => ${tap.shown})`);
  await tap.tap(page);
  const content = await page.evaluate<number>('probe.shownAfter');
  // The event's entry is delivered after the frame that it describes.
  await page.waitForTimeout(300);
  const longest = await page.evaluate<number>('probe.longest');
  return { content, inp: Math.max(longest, SHORTEST) };
}

const medianOf = (numbers: readonly number[]) =>
  Math.round([...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0);

const results: Record<string, Times> = {};
for (const tap of TAPS) {
  const times: Times[] = [];
  await timesOf(tap);
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timesOf(tap));
  results[tap.name] = {
    content: medianOf(times.map(({ content }) => content)),
    inp: medianOf(times.map(({ inp }) => inp)),
  };
}
process.stdout.write(JSON.stringify(results));
await browser.close();
await local.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
