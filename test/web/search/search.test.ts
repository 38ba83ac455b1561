import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { cents } from '#shared/money.ts';
import { decodeForm } from '#shared/wire.ts';
import { queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { normalizedSearchText } from '#web/features/browse/browse-address.ts';
import { peopleCount } from '#web/features/browse/People.tsx';
import {
  type Answer,
  narrowed,
  type Person,
  peopleQuery,
} from '#web/features/search/pages/search.ts';
import { paths } from '#web/paths.ts';
import { emptyBrowserStorage } from '../empty-storage.ts';
import { settled } from '../settled.ts';

Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });

function personOf(username: string): Person {
  return {
    id: username,
    userContactId: null,
    fullName: `Ms ${username}`,
    username,
    profileImageUrl: null,
    trusted: false,
    contact: false,
    active: true,
    paidResponseCommitment: 1,
    paidResponsePriceFormatted: '$2.99',
    categoryId: null,
    categoryName: null,
    subCategoryNames: [],
    about: '',
    paidResponsePrice: cents(0),
    odds: null,
    placesLeft: 1,
  };
}

const answerOf = (...usernames: string[]): Answer => ({
  pageTotal: usernames.length,
  data: usernames.map(personOf),
});

describe('typed search text', () => {
  test('is searched as a complete word or from the fourth letter on, normalized and without the @', () => {
    expect(normalizedSearchText('a n')).toBeUndefined();
    expect(normalizedSearchText('@ ')).toBeUndefined();
    expect(normalizedSearchText('@ana ')).toBe('ana');
    expect(normalizedSearchText('王')).toBe('王');
    expect(normalizedSearchText(' @Ána.Marković ')).toBe('ana.markovic');
  });

  test('is kept in the URL', () => {
    expect(paths.userSearch('ana & co')).toBe('/user-search?q=ana%20%26%20co');
    expect(paths.userSearch('')).toBe('/user-search');
  });
});

describe('late responses of the search', () => {
  const realFetch = globalThis.fetch;
  type Question = { text: string; signal: AbortSignal; answer: (answer: Answer) => Promise<void> };
  let questions: Question[] = [];
  beforeEach(() => {
    emptyBrowserStorage();
    const claims = Buffer.from(JSON.stringify({ exp: Date.now() })).toString('base64url');
    const session = { accessToken: `a.${claims}.b`, userId: 'u' };
    storeSession({ ...session, fullName: 'Ada', avatarUrl: null });
    questions = [];
    globalThis.fetch = (_to, init) =>
      new Promise((resolve, reject) => {
        const signal = init?.signal as AbortSignal;
        signal.addEventListener('abort', () => reject(signal.reason));
        questions.push({
          text: String(decodeForm(String(init?.body)).searchText),
          signal,
          answer: async (answer) => {
            resolve(Response.json({ status: 'SUCCESS', ...answer }));
            await turn();
          },
        });
      });
  });
  afterEach(() => queryClient.clear());
  afterAll(() => {
    globalThis.fetch = realFetch;
  });

  const turn = () => settled(() => String(questions.length));
  async function asked(text: string): Promise<Question> {
    for (;;) {
      const question = questions.find((one) => one.text === text);
      if (question) return question;
      await turn();
    }
  }

  test('are never shown for a different text', async () => {
    const screen = new InfiniteQueryObserver(queryClient, peopleQuery('anna'));
    const leave = screen.subscribe(() => undefined);
    const shown = () =>
      screen.getCurrentResult().data?.pages.flatMap(({ data }) => data.map(({ id }) => id));
    const first = await asked('anna');
    screen.setOptions(peopleQuery('annab'));
    const second = await asked('annab');
    expect(first.signal.aborted).toBe(true);
    await second.answer(answerOf('annabel'));
    expect(shown()).toEqual(['annabel']);
    await first.answer(answerOf('joanna', 'annabel'));
    expect(shown()).toEqual(['annabel']);
    leave();
  });

  test('for a shorter text immediately provide the matches of a longer text', async () => {
    const screen = new InfiniteQueryObserver(queryClient, peopleQuery('anna'));
    const leave = screen.subscribe(() => undefined);
    await (await asked('anna')).answer(answerOf('joanna', 'annabel'));
    screen.setOptions(peopleQuery('annab'));
    expect(screen.getCurrentResult()).toMatchObject({
      isPlaceholderData: true,
      data: { pages: [answerOf('annabel')] },
    });
    leave();
  });
});

test('results of another filter are not narrowed to a longer text', async () => {
  const of = (pages: Answer[]) => ({ pages, pageParams: [undefined] });
  const { placeholderData } = peopleQuery('annab', { odds: 90 });
  const before = (filters: object) => ({
    queryKey: ['searchUsers', { searchText: 'anna', ...filters }],
  });
  const results = of([answerOf('annabel')]);
  expect(placeholderData(results, before({ odds: 90 }))).toEqual(results);
  expect(placeholderData(results, before({}))).toBeUndefined();
});

describe('the response for a shorter text', () => {
  const whole = { pages: [answerOf('joanna', 'annabel')], pageParams: [undefined] };

  test('provides the matches of a longer text', () => {
    expect(narrowed(whole, 'anna', 'annab')?.pages[0]).toEqual(answerOf('annabel'));
    expect(narrowed(whole, 'anna', 'oanna')?.pages[0]).toEqual(answerOf('joanna'));
  });

  test('provides nothing if it was incomplete or for a different text', () => {
    const part = { pages: [{ ...answerOf('joanna'), cursor: 'more' }], pageParams: [undefined] };
    expect(narrowed(part, 'anna', 'annab')).toBeUndefined();
    expect(narrowed(whole, 'anna', 'annie')).toBeUndefined();
    expect(narrowed(whole, 'annab', 'anna')).toBeUndefined();
    // Three letters find complete words only, so somebody who is found by four may be missing.
    expect(narrowed(whole, 'ann', 'anna')).toBeUndefined();
  });
});

test('the number of results is shown as "more than 20" if further pages exist', () => {
  expect([peopleCount(1, false), peopleCount(7, false), peopleCount(20, true)]).toEqual([
    '1 person',
    '7 people',
    'More than 20 people',
  ]);
});
