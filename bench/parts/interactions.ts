import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocal } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { openPhone, signIn, startBrowser } from '#test/support/browser.ts';
import { Person } from '#test/support/client.ts';
import { slowedBy } from '../frames.ts';
import { longestInteraction, recordInteractions } from '../interactions.ts';
import { TAPS, type Tap, type TapWorld } from '../taps.ts';

/*
 * The ten commonest taps on a processor four times as slow as this one: the time from the tap until the next content is
 * drawn, and the interaction to next paint (INP). Medians of several rounds after one that fetches what each tap
 * needs. Prints JSON.
 */

const WHO = 'ana.markovic';
const SLOWDOWN = 4;
const ROUNDS = 5;
/**
 * Records in the page how long after the next press of a finger or a key a watched condition became true and was drawn. A
 * string, because it runs in the page.
 */
const PROBE = `
  globalThis.probe = {
    watch(isShown) {
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
`;

const folder = mkdtempSync(join(tmpdir(), 'replypaid-bench-'));
const local = await startLocal({ folder, port: 0, quiet: true });
const browser = await startBrowser();
const { page, context } = await openPhone(browser, local.url);
await context.addInitScript(PROBE);
await signIn(page, WHO);
await slowedBy(page, SLOWDOWN);

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
  await recordInteractions(page);
  await tap.tap(page);
  const content = await page.evaluate<number>('probe.shownAfter');
  return { content, inp: await longestInteraction(page) };
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
