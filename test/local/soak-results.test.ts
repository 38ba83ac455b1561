import { expect, test } from '@jest/globals';
import { failuresOf, type Results } from '#test/soak/report.ts';
import { WriteLog } from '#test/soak/write-log.ts';

const counted = (...ids: string[]) => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};
const stored = (created: string[], values: Record<string, string> = {}) => ({
  created: counted(...created),
  values: new Map(Object.entries(values)),
});
/** A hundred answers, so many of them slow. */
const slowest = (count: number) =>
  Array.from({ length: 100 }, (_, nth) => ({
    status: 200,
    milliseconds: nth < count ? 5_001 : 3,
  }));
const passed: Results = {
  writes: [],
  money: { accounts: 3, sum: 0, booked: 2_400, atStripe: 2_400 },
  undelivered: 0,
  samples: { journeys: [{ status: 200, milliseconds: 3 }] },
  memory: {},
  kills: {},
};

test('the write log names an acknowledged write that is not stored, and one that is stored twice', () => {
  const log = new WriteLog();
  for (const id of ['kept', 'gone', 'doubled']) log.create('orders', id, 'acknowledged');
  const writes = log.compare(stored(['kept', 'doubled', 'doubled']));
  expect(writes).toMatchObject([
    { kind: 'orders', acknowledged: 3, found: 2, lost: ['gone'], doubled: ['doubled'] },
  ]);
  expect(failuresOf({ ...passed, writes })).toEqual([
    'orders: gone is lost',
    'orders: doubled is there twice',
  ]);
});

test('the write log accepts a write that was refused or not answered, stored or not, but not twice', () => {
  const log = new WriteLog();
  for (const id of ['there', 'absent']) log.create('orders', id, 'refused');
  log.create('answers', 'twice', 'unanswered');
  expect(log.compare(stored(['there', 'twice', 'twice']))).toEqual([
    { kind: 'orders', acknowledged: 0, found: 0, unacknowledged: 1, lost: [], doubled: [] },
    { kind: 'answers', acknowledged: 0, found: 0, unacknowledged: 1, lost: [], doubled: ['twice'] },
  ]);
});

test.each([
  ['the last acknowledged value', 'second', []],
  ['a later one that was not acknowledged', 'third', []],
  ['an earlier one', 'first', ['a to b: second, stored is first']],
  ['nothing', undefined, ['a to b: second, stored is nothing']],
])('a place that has %s', (_, value, lost) => {
  const log = new WriteLog();
  log.replace('drafts', 'a to b', 'first', 'acknowledged');
  log.replace('drafts', 'a to b', 'second', 'acknowledged');
  log.replace('drafts', 'a to b', 'third', 'unanswered');
  const [drafts] = log.compare(stored([], value === undefined ? {} : { 'a to b': value }));
  expect(drafts?.lost).toEqual(lost);
});

test.each<[string, Partial<Results>, string[]]>([
  ['nothing is wrong', {}, []],
  [
    'the ledger does not sum to zero',
    { money: { ...passed.money, sum: 5 } },
    ['the ledger sums to 5 cents'],
  ],
  [
    'the ledger differs from Stripe',
    { money: { ...passed.money, atStripe: 1_200 } },
    ['the ledger says 2400 cents are at Stripe, Stripe says 1200'],
  ],
  [
    'a request was answered 500',
    { samples: { crowd: [{ status: 500, milliseconds: 3 }] } },
    ['1 requests were answered 500'],
  ],
  ['an event is not delivered', { undelivered: 1 }, ['1 events are not delivered']],
  [
    'a request of the crowd was not answered',
    { samples: { crowd: [{ status: 'unreachable', milliseconds: 3 }] } },
    ['1 requests of the crowd were not answered'],
  ],
  [
    'more than 1 % of the crowd waited for over 5 seconds',
    { samples: { crowd: slowest(2) } },
    ['the slowest 1 % of the crowd took over 5001 ms'],
  ],
  ['1 % of the crowd waited for over 5 seconds', { samples: { crowd: slowest(1) } }, []],
])('the failures of a soak if %s', (_, more, failures) => {
  expect(failuresOf({ ...passed, ...more })).toEqual(failures);
});
