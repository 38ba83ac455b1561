import { describe, expect, test } from '@jest/globals';
import { DEMO_PASSWORD } from '#lib/local/seed/demo.ts';
import { LINKS_BACK } from '#lib/local/seed/links.ts';
import { CREATORS, SENDERS } from '#lib/local/seed/people.ts';
import type { OperationName } from '#shared/api/index.ts';
import { DEFAULT_REFUND_ALONE_CENTS } from '#shared/settings.ts';
import { enterOver, type HttpPerson, signInOver, visitorOver } from '../support/client.ts';
import { productOfFile } from './product-of-file.ts';

/* The seeded data does not contradict itself: what views say agrees with the letters that exist. */

const EVERYBODY = [...CREATORS, ...SENDERS].map(({ username }) => username);
const local = productOfFile({ seed: true });

const personNamed = (username: string): Promise<HttpPerson> =>
  signInOver(local.url, username, DEMO_PASSWORD);

type Row = {
  readonly id: string;
  readonly status: string;
  readonly price: string;
  readonly reasonCode: string | null;
  readonly claimState: string | null;
  readonly createdDate: string;
};

/** All rows of a list, page by page. */
async function rowsOf(person: HttpPerson, operation: OperationName): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const body = await person.calls(operation, { filter: 'ALL', ...(cursor && { cursor }) });
    rows.push(...body.data);
    cursor = body.cursor;
  } while (cursor);
  return rows;
}

const visitor = () => visitorOver(local.url);
const profileOf = (username: string) => visitor().profileNamed(username);
const isAnswered = ({ status }: Row) => status === 'OPEN' || status === 'COMPLETED';

type Step = 'view' | 'press' | 'draft' | 'paid' | 'answered';

describe('the seeded data', () => {
  test('has the odds that follow from the letters of each creator', async () => {
    let shown = 0;
    for (const { username } of CREATORS) {
      const rows = await rowsOf(await personNamed(username), 'viewInboxList');
      const answered = rows.filter(isAnswered).length;
      const unanswered = rows.filter(
        ({ status, reasonCode }) => status === 'EXPIRED' && reasonCode === 'RETURN_TO_SENDER',
      ).length;
      const { odds } = await profileOf(username);
      const expected =
        answered + unanswered < 5 ? null : { answered, ended: answered + unanswered };
      expect([username, odds && { answered: odds.answered, ended: odds.ended }]).toEqual([
        username,
        expected,
      ]);
      if (odds) shown += 1;
    }
    expect(shown).toBeGreaterThanOrEqual(5);
  });

  test('has analytics whose letters and earnings are those that exist', async () => {
    const mina = await personNamed('mina.sato');
    const rows = await rowsOf(mina, 'viewInboxList');
    const { counts, whole } = await mina.analytics({ days: '90' });
    const sum = (step: Step) => counts.reduce((total, day) => total + day[step], 0);
    expect(sum('paid')).toBe(rows.length);
    expect(sum('answered')).toBe(rows.filter(isAnswered).length);
    expect(sum('view')).toBeGreaterThan(sum('press'));
    expect(sum('press')).toBeGreaterThan(sum('draft'));
    expect(sum('draft')).toBeGreaterThan(sum('paid'));
    const gross = (whole?.months ?? []).reduce((total, month) => total + Number(month.gross), 0);
    const earned = rows.filter(isAnswered).reduce((total, { price }) => total + Number(price), 0);
    expect(gross).toBeCloseTo(earned, 2);
  });

  test('has more visitors than letters in the analytics that every creator sees', async () => {
    for (const { username } of CREATORS) {
      const person = await personNamed(username);
      const { counts } = await person.analytics({ days: '7' });
      const sum = (step: Step) => counts.reduce((total, day) => total + day[step], 0);
      const view = sum('view');
      expect([username, view > sum('draft'), sum('draft') >= sum('paid')]).toEqual([
        username,
        true,
        true,
      ]);
      const home = await person.dashboard();
      expect([username, home.profileViews >= view]).toEqual([username, true]);
    }
  });

  test('has no letter that is older than the account of either side', async () => {
    const { data, others } = await (await fetch(`${local.url}/_local/people`)).json();
    expect(others).toEqual([]);
    const { timeOf } = await import('#shared/ids.ts');
    const joined = Math.max(
      ...data
        .filter(({ username }: { username: string }) => EVERYBODY.includes(username))
        .map(({ id }: { id: string }) => timeOf(id as never)),
    );
    let letters = 0;
    for (const username of EVERYBODY) {
      const person = await personNamed(username);
      for (const { id } of await rowsOf(person, 'viewOrderList')) {
        expect(timeOf(id as never)).toBeGreaterThan(joined);
        letters += 1;
      }
    }
    expect(letters).toBeGreaterThan(50);
  });

  test('has a reason for each held payout, and two persons for each refund above the limit', async () => {
    const staff = await enterOver(local.url, 'desk');
    const { data } = await staff.queue();
    const inQueue = (queue: string) => data.filter((item) => item.queue === queue);
    expect(inQueue('PAYOUTS')).toMatchObject([
      { about: { username: 'sofia.lindqvist' }, reason: 'HELD SHARED_CARD' },
    ]);
    const refunds = inQueue('REFUNDS');
    expect(refunds).toHaveLength(1);
    for (const { amount } of refunds)
      expect(Number(amount) * 100).toBeGreaterThan(DEFAULT_REFUND_ALONE_CENTS);
  });

  test('has a verified link for each page that links back, and for no other', async () => {
    const verified: string[] = [];
    for (const username of EVERYBODY) {
      const body = await (await personNamed(username)).links();
      for (const { linkUrl, verifiedAt } of body.data) if (verifiedAt) verified.push(linkUrl);
    }
    expect(verified.sort()).toEqual(LINKS_BACK.map(([, linkUrl]) => linkUrl).sort());
  });

  test('has statements that name no other person, and an appeal against one', async () => {
    const sam = await personNamed('sam.whitaker');
    const body = await sam.statements();
    const appeals = body.data.filter(({ appeal }) => appeal !== null);
    expect(appeals).toHaveLength(1);
    const words = JSON.stringify(body.data);
    for (const { fullName, username } of [...CREATORS, ...SENDERS])
      if (username !== 'sam.whitaker') expect(words).not.toContain(fullName);
  });

  test('has a letter with two pictures and a PDF, and an answer with a picture in its text', async () => {
    const ana = await personNamed('ana.markovic');
    const { data } = await ana.outbox({ filter: 'ALL' });
    const messagesOf = async (subject: string) => {
      const order = data.find((one) => one.subject === subject);
      return (await ana.readsOrder({ id: order?.id ?? '' })).data;
    };
    const [letter] = await messagesOf('May they raise the rent twice a year?');
    expect(letter?.attachments?.map(({ kind }) => kind)).toEqual(['picture', 'picture', 'pdf']);
    const [answer] = await messagesOf('Bread for forty wedding guests');
    expect(answer?.attachments).toMatchObject([{ kind: 'picture', position: 1 }]);
  });

  test('has a letter by Apple Pay that waits, an answered one by Link, and a plan by Google Pay', async () => {
    const paymentOf = async (username: string, subject: string) => {
      const sender = await personNamed(username);
      const { data } = await sender.outbox({ filter: 'ALL' });
      const row = data.find((one) => one.subject === subject);
      const { data: orders } = await sender.calls('viewOrder', { id: row?.id ?? '' });
      return [row?.status, orders[0]?.paidWith];
    };
    expect(await paymentOf('priya.nair', 'A letter that I have not opened')).toEqual([
      'PENDING',
      { cardBrand: 'amex', cardLastFour: '0005', wallet: 'apple_pay' },
    ]);
    expect(await paymentOf('theo.lindgren', 'Bread from what is in the house')).toEqual([
      'OPEN',
      { cardBrand: 'link', cardLastFour: '', wallet: 'link' },
    ]);
    const lucia = await personNamed('lucia.prado');
    expect(await lucia.card()).toMatchObject({ cardLastFour: '4242', wallet: 'google_pay' });
  });

  test('has questions to senders, a pause, a cap, an own price, a saved reply and a signed letter', async () => {
    const settings = async (username: string) => (await personNamed(username)).offer();
    expect((await settings('daniel.reyes')).prompts).toHaveLength(2);
    expect((await settings('kwame.boateng')).paused).toBeDefined();
    expect((await settings('mina.sato')).waitingMax).toBe(5);
    const elise = await personNamed('elise.laurent');
    const prices = (await elise.contactPrices()).data;
    expect(prices).toMatchObject([{ username: 'mina.sato', price: 5 }]);
    const lucia = await personNamed('lucia.prado');
    expect((await lucia.savedReplies()).data).toHaveLength(1);
    const ben = await personNamed('ben.okafor');
    const { data: orders } = await ben.outbox({ filter: 'ALL' });
    const letter = orders.find(({ subject }) => subject.startsWith('The clause that takes'));
    const { data: messages } = await ben.readsOrder({ id: letter?.id ?? '' });
    expect(messages.find(({ written }) => written)?.written).toMatchObject({
      declaration: 'SOFTWARE',
      signedAt: expect.any(String),
    });
  });
});
