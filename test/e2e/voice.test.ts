import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import { type Product, phoneOf, startProduct } from '../support/browser.ts';

/*
 * A spoken answer in a browser whose microphone beeps once a second: recorded, listened to, typed, sent and played by its recipient.
 * docs/product/attachments.md#voice
 */

const LETTER = 'A letter that I have not opened';
const SPOKEN = `Dear Priya, I say this aloud, because you should hear that I am not worried. ${'Open it in the kitchen, with tea, and put it away until Sunday. '.repeat(3)}`;

let product: Product;
let ana: Page;
let priya: Page;
let letter: string;

beforeAll(async () => {
  product = await startProduct({ seed: true });
  const answerer = await phoneOf(product, 'ana.markovic');
  const { data } = await answerer.person.inbox();
  letter = data.find(({ subject }) => subject === LETTER)?.id ?? '';
  ana = answerer.page;
  priya = (await phoneOf(product, 'priya.nair')).page;
});

afterAll(() => product?.stop());

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits until a time of the recorder or of a player has passed this second. */
const untilSecond = (page: Page, selector: string, second: number) =>
  page.waitForFunction(
    ([place, least]) => {
      const shown = document.querySelector(`${place} [aria-hidden]`)?.textContent ?? '';
      return Number(/(\d+):(\d\d)/.exec(shown)?.[2] ?? 0) >= Number(least);
    },
    [selector, second] as const,
  );

test('a recording outlives a reload, and goes on as a second part', async () => {
  await ana.goto(paths.paidReply(letter));
  await press(ana, /^Say it instead/);
  await press(ana, 'Record');
  await untilSecond(ana, '.recorder-time', 2);
  await ana.reload();
  await press(ana, /^Go on with your recording of 0:0[1-9]/);
  await press(ana, 'Go on recording');
  await untilSecond(ana, '.recorder-time', 4);
  await press(ana, 'Pause');
  await press(ana, 'Listen');
  await press(ana, 'Play');
  await untilSecond(ana, '.recorder-time', 1);
  await press(ana, 'Keep');
  const player = ana.getByRole('region', { name: 'Your recording' });
  // Nothing is left to say of its upload.
  await player.waitFor();
  await player.getByRole('status').waitFor({ state: 'detached' });
});

test('an answer says what its text is of the recording before it is sent', async () => {
  await ana.getByRole('textbox', { name: /Your answer to Priya/ }).click();
  await ana.keyboard.insertText(SPOKEN);
  await ana.getByText('Me', { exact: true }).click();
  await press(ana, /^Send and earn/);
  await ana.getByText('Please say whether the text is word for word or in short').waitFor();
  await ana.waitForFunction(() => document.activeElement?.matches('[type=radio]'));
  await ana.getByText('Word for word', { exact: true }).click();
  await press(ana, /^Send and earn/);
  await ana.getByText('Please confirm that the text is what you say, word for word').waitFor();
  await ana.waitForFunction(() => document.activeElement?.matches('[type=checkbox]'));
  await ana.keyboard.press('Space');
  await press(ana, /^Send and earn/);
  await ana.waitForURL(`**${paths.inboxViewer(letter)}`);
  await ana.getByText(/Spoken for 0:0\d and typed by Ana/).waitFor();
});

test('the recipient plays it above its text, and can save it', async () => {
  await priya.goto(paths.orderViewer(letter));
  const player = priya.getByRole('region', { name: /^Answer of Ana, \d seconds$/ });
  await player.getByRole('button', { name: 'Play' }).click();
  await untilSecond(priya, '.voice-player p', 1);
  await priya.getByText('Word for word, typed by Ana').waitFor();
  await priya.getByText('put it away until Sunday').first().waitFor();
  const saved = await priya.getByRole('link', { name: /^Save the recording/ }).getAttribute('href');
  const response = await fetch(saved ?? '');
  expect(response.headers.get('content-type')).toBe('audio/mp4');
  expect(response.headers.get('content-disposition')).toContain('Spoken answer.m4a');
});
