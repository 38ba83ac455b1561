import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Local } from '#lib/local/local.ts';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { DAY } from '#shared/time.ts';
import { paths } from '#web/paths.ts';
import {
  isGone,
  openPhone,
  type Product,
  reads,
  signIn,
  startProduct,
} from '../support/browser.ts';
import { readLocal, signInOver } from '../support/client.ts';

/* Every outcome of a conversation, for both sides on their phones and in the ledger. */

let product: Product;
let local: Local;
let browser: Browser;
const phones = new Map<string, Page>();
const complaints: string[][] = [];

beforeAll(async () => {
  product = await startProduct({ seed: true });
  ({ local, browser } = product);
});

afterAll(() => product?.stop());

/** Returns a user's phone; signs in at the first call. */
async function phoneOf(username: string): Promise<Page> {
  const known = phones.get(username);
  if (known) return known;
  const phone = await openPhone(browser, local.url);
  complaints.push(phone.complaints);
  const { page } = phone;
  await signIn(page, username);
  phones.set(username, page);
  return page;
}

/** Opens the conversation with this subject from a filtered list. */
async function open(page: Page, list: string, filter: string, subject: string): Promise<void> {
  await page.goto(`${list}?filter=${filter}`);
  await page.getByRole('link').filter({ hasText: subject }).first().click();
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor();
}

/** The text of the page without its navigation. */
const said = async (page: Page) => (await page.locator('#page').textContent()) ?? '';

/** Chooses from the menu of the open letter. */
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Unfolds the timeline of the open letter, once no dialog takes the key. A notification may lie above the button. */
async function unfold(page: Page): Promise<void> {
  await isGone(page.getByRole('dialog'));
  await page.getByRole('button', { name: /timeline$/ }).press('Enter');
}

async function inLedger(account: string): Promise<number> {
  const { data } = await readLocal(local.url, '/_local/ledger');
  return data.find((line: { account: string }) => line.account === account)?.balance ?? 0;
}

const LETTER = 'A letter that I have not opened';
const NOTE = 'Thank you for asking, Priya. I only do permits.';

const CLAIMED = 'The clause that takes my recordings';
const WRONG = 'I asked about clause nine. The answer speaks about something else.';

describe('an answer that is claimed to be none', () => {
  // Another claim has been contested before.
  let frozen: number;
  beforeAll(async () => {
    frozen = await inLedger('platform:claims');
  });

  test('freezes the earning, and a lost response makes one claim', async () => {
    const ben = await phoneOf('ben.okafor');
    await open(ben, paths.orders(), 'OPEN', CLAIMED);
    await ben.getByRole('link', { name: 'This didn’t answer my question' }).click();
    await ben.getByLabel('What Lucía should know').fill('No.');
    await ben.getByRole('button', { name: 'Send the claim' }).click();
    await reads(ben, 'Please write at least 20 characters');
    await ben.getByLabel('What Lucía should know').fill(WRONG);
    await ben.route(
      '**/claimAnswer',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      // The app asks once more by itself.
      { times: 2 },
    );
    await ben.getByRole('button', { name: 'Send the claim' }).click();
    await reads(ben, 'No confirmation came back');
    await ben.getByRole('button', { name: 'Send the claim' }).click();
    await reads(ben, 'YOU MADE A CLAIM', WRONG, 'you get all $40.00 back');
    expect(await inLedger('platform:claims')).toBe(frozen + 3_760);
  });

  test('can be improved once, and then the sender asks for a decision', async () => {
    const lucia = await phoneOf('lucia.prado');
    await lucia.goto(paths.inbox());
    await reads(lucia, 'Claim: your turn');
    await open(lucia, paths.inbox(), 'OPEN', CLAIMED);
    await reads(
      lucia,
      'THE SENDER MADE A CLAIM',
      '$37.60 of your balance is frozen until the claim is settled.',
      WRONG,
    );
    // It starts from the answer that was sent, which is refused as it is.
    await lucia.locator('[contenteditable]').getByText('Dear Ben').waitFor();
    await lucia.getByRole('button', { name: 'Send the improved answer' }).click();
    await reads(lucia, 'This is the answer that you sent.');
    await lucia.locator('[contenteditable]').fill('Clause nine lets you keep it. '.repeat(8));
    await lucia.getByRole('button', { name: 'Send the improved answer' }).click();
    await reads(lucia, 'YOU IMPROVED YOUR ANSWER');
    await isGone(lucia.getByRole('radio', { name: 'Improve the answer' }));
    const ben = await phoneOf('ben.okafor');
    await open(ben, paths.orders(), 'OPEN', CLAIMED);
    await ben.getByRole('link', { name: 'Ask us to decide' }).click();
    await ben.getByLabel(/still not say/).fill('It does not say what to write to them.');
    await ben.getByRole('button', { name: 'Ask for a decision' }).click();
    await reads(ben, 'WE DECIDE ABOUT YOUR CLAIM');
  });

  test('frees the earning when the sender withdraws the claim', async () => {
    const ben = await phoneOf('ben.okafor');
    await ben.getByRole('button', { name: 'Withdraw the claim' }).click();
    await ben.getByRole('button', { name: 'Withdraw it' }).click();
    await reads(ben, 'YOU WITHDREW YOUR CLAIM');
    await isGone(ben.getByText('This didn’t answer my question'));
    expect(await inLedger('platform:claims')).toBe(frozen);
  });
});

describe('a declined message', () => {
  test('is refunded in full, which the screens say before and after the decline', async () => {
    const ana = await phoneOf('ana.markovic');
    const held = await inLedger('held');
    await open(ana, paths.inbox(), 'PENDING', LETTER);
    await reads(ana, 'PENDING YOUR PAID RESPONSE', 'no answer? They get all $25.00 back');
    await choose(ana, 'Decline');
    await reads(ana, 'We release the hold on Priya’s $25.00: they’re never charged.');
    await ana.getByLabel('A word to Priya').fill(NOTE);
    await ana.reload();
    expect(await ana.getByLabel('A word to Priya').inputValue()).toBe(NOTE);
    await ana.getByRole('button', { name: 'Decline' }).click();
    await reads(ana, 'YOU DECLINED THIS LETTER', 'The sender wasn’t charged.', NOTE);
    await isGone(ana.getByRole('link', { name: /Reply|Report|Decline/ }));
    expect(await inLedger('held')).toBe(held - 2_500);
  });

  test('shows the recipient’s note to the sender, and has its own filter', async () => {
    const priya = await phoneOf('priya.nair');
    await open(priya, paths.orders(), 'DECLINED', LETTER);
    await reads(priya, 'THEY DECLINED TO ANSWER', 'You were not charged for this message.', NOTE);
    await unfold(priya);
    await reads(priya, '$25.00 never charged', 'Ana declined to answer');
  });
});

describe('an open conversation that the recipient closes', () => {
  const SUBJECT = 'Refused at the counter, what now?';
  test('is closed after a confirmation, and then accepts no replies', async () => {
    const ana = await phoneOf('ana.markovic');
    await open(ana, paths.inbox(), 'OPEN', SUBJECT);
    await choose(ana, 'Close conversation');
    await reads(ana, 'Ben has to pay for a new letter. What you earned stays yours.');
    await ana.getByRole('button', { name: 'Close conversation' }).click();
    await reads(ana, 'CONVERSATION HAS BEEN CLOSED');
    await unfold(ana);
    await reads(ana, 'Closed by you');
    await isGone(ana.getByRole('link', { name: /Reply/ }));
    await ana.getByRole('button', { name: 'More', exact: true }).click();
    await ana.getByRole('menuitem', { name: 'Download a record' }).waitFor();
    await isGone(ana.getByRole('menuitem', { name: /Close/ }));
  });

  test('is listed under Closed for its sender, who was charged and keeps the answer', async () => {
    const ben = await phoneOf('ben.okafor');
    await open(ben, paths.orders(), 'COMPLETED', SUBJECT);
    await unfold(ben);
    await reads(ben, 'CONVERSATION HAS BEEN CLOSED', 'Closed by Ana', '$25.00 charged');
    await isGone(ben.getByRole('link', { name: /Reply/ }));
  });
});

test('an order that its sender cancels is listed under Canceled, with its refund', async () => {
  const ben = await phoneOf('ben.okafor');
  await open(ben, paths.orders(), 'PENDING', 'My knee stops me at mile eighteen');
  await reads(ben, 'no answer? You get all $18.00 back');
  await ben.getByRole('link', { name: 'Cancel' }).click();
  await ben.getByText('I changed my mind').click();
  await ben.getByRole('button', { name: 'Submit Cancelation' }).click();
  // Canceling returns to the filtered list; the unfiltered one omits the conversation as well.
  await ben.waitForURL(`**${paths.orders()}?filter=PENDING`);
  await reads(ben, 'Which camera for the first');
  expect(await said(ben)).not.toContain('My knee stops me');
  await ben.getByRole('link', { name: 'Outbox' }).click();
  await ben.waitForURL(`**${paths.orders()}`);
  await reads(ben, 'Which camera for the first');
  expect(await said(ben)).not.toContain('My knee stops me');
  await open(ben, paths.orders(), 'CANCELLED', 'My knee stops me at mile eighteen');
  await reads(ben, 'YOU CANCELED THIS ORDER', 'All $18.00 is on its way back to your card.');
});

test('a report for a broken rule captures the payment, and both users see that', async () => {
  const SUBJECT = 'May my sister work while she waits?';
  const ana = await phoneOf('ana.markovic');
  await open(ana, paths.inbox(), 'PENDING', SUBJECT);
  await choose(ana, 'Report…');
  await ana.getByText('Scam or fraud').click();
  await reads(ana, 'Clara is charged $25.00 and we review their account.');
  await ana.getByRole('button', { name: 'Submit Report' }).click();
  await reads(ana, 'CONVERSATION WAS REPORTED', 'User was charged for this transaction');
  const clara = await phoneOf('clara.jung');
  await open(clara, paths.orders(), 'REPORTED', SUBJECT);
  await reads(clara, 'CONVERSATION WAS REPORTED', 'You have been charged for this message');
});

test('a help ticket that support declines mentions no money', async () => {
  const [SUBJECT, MONEY] = ['A form for my bank', /\$|charged|on hold|earn|refund|money/i];
  const sam = await phoneOf('sam.whitaker');
  await sam.goto(paths.helpTicket());
  await sam.getByLabel('Subject').fill(SUBJECT);
  await sam
    .getByRole('textbox', { name: 'Message' })
    .fill('My bank wants a form from you. '.repeat(5));
  await sam.getByRole('button', { name: 'Send Message' }).click();
  await sam.waitForURL(`**${paths.orders()}`);
  const support = await phoneOf('support');
  await open(support, paths.inbox(), 'PENDING', SUBJECT);
  await choose(support, 'Decline');
  await reads(support, 'The letter ends here, without an answer.');
  await support.getByRole('button', { name: 'Decline' }).click();
  await reads(support, 'YOU DECLINED THIS LETTER');
  expect(await said(support)).not.toMatch(MONEY);
  await open(sam, paths.orders(), 'DECLINED', SUBJECT);
  await reads(sam, 'THEY DECLINED TO ANSWER');
  expect(await said(sam)).not.toMatch(MONEY);
});

async function advance(milliseconds: number): Promise<void> {
  const moved = await fetch(`${local.url}/_local/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: milliseconds / 1_000 }),
  });
  expect(moved.status).toBe(200);
}

test('a message without an answer for ten days is refunded automatically', async () => {
  const ben = await phoneOf('ben.okafor');
  await advance(10 * DAY);
  await open(ben, paths.orders(), 'EXPIRED', 'Which camera for the first');
  await unfold(ben);
  await reads(
    ben,
    'CONVERSATION EXPIRED',
    'The recipient did not respond within the allotted 10 days.',
    'Ten days passed without an answer',
    '$12.00 on its way back',
  );
  // The deadline of the message with a clarifying question was paused for three days.
  await advance(3 * DAY);
  expect(await inLedger('held')).toBe(0);
});

test('every earning is a line of the transaction history with its calculation, and a row of the CSV file', async () => {
  const ana = await phoneOf('ana.markovic');
  await ana.goto(paths.accountBalance());
  await ana.getByRole('link', { name: 'Transaction history' }).click();
  await ana.waitForURL(`**${paths.ledger()}`);
  const person = await signInOver(local.url, 'ana.markovic', DEMO_PASSWORD);
  const { pageTotal } = await person.ledger();
  const { accountBalance } = await person.balance();
  await reads(ana, `${pageTotal} entries`, '$25.00 − 5% ($1.25) − $0.40');
  const [download] = await Promise.all([
    ana.waitForEvent('download'),
    ana.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^replypaid-ledger-\d{4}-\d\d-\d\d\.csv$/);
  const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows).toHaveLength(pageTotal + 1);
  expect(rows.join('\n')).toMatch(
    /,23\.35,,\d+\.\d\d,\$25\.00 - 5% \(\$1\.25\) - \$0\.40 = \$23\.35/,
  );
  expect(rows.at(-1)).toContain(`,${Number(accountBalance).toFixed(2)},`);
});

test('no step logged an error in the console', () => {
  const lost = 'console: Failed to load resource: net::ERR_FAILED';
  expect(complaints.flat().filter((one) => one !== lost)).toEqual([]);
});
