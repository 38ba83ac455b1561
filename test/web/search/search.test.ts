import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { decodeForm } from '../../../shared/wire.ts';
import { queryClient } from '../../../web/src/api/queries.ts';
import { keepSession } from '../../../web/src/api/session.ts';
import {
  type Answer,
  countWords,
  narrowed,
  type Person,
  peopleQuery,
  wantedText,
} from '../../../web/src/features/search/search.ts';
import { paths } from '../../../web/src/paths.ts';
import { emptyBrowserStorage } from '../kept-storage.ts';

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
  };
}

const answerOf = (...usernames: string[]): Answer => ({
  pageTotal: usernames.length,
  data: usernames.map(personOf),
});

describe('what is typed', () => {
  test('is looked for from the fourth letter on, folded and without the @', () => {
    expect(wantedText('ana')).toBeUndefined();
    expect(wantedText('@ana ')).toBeUndefined();
    expect(wantedText(' @Ána.Marković ')).toBe('ana.markovic');
  });

  test('has an address of its own', () => {
    expect(paths.userSearch('ana & co')).toBe('/user-search?q=ana%20%26%20co');
    expect(paths.userSearch('')).toBe('/user-search');
  });
});

describe('the answers of a server that takes its time', () => {
  const realFetch = globalThis.fetch;
  type Question = { text: string; signal: AbortSignal; answer: (answer: Answer) => Promise<void> };
  let questions: Question[] = [];
  beforeEach(() => {
    emptyBrowserStorage();
    const claims = Buffer.from(JSON.stringify({ exp: Date.now() })).toString('base64url');
    const session = { accessToken: `a.${claims}.b`, userId: 'u' };
    keepSession({ ...session, fullName: 'Ada', avatarUrl: null });
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

  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
  async function asked(text: string): Promise<Question> {
    for (;;) {
      const question = questions.find((one) => one.text === text);
      if (question) return question;
      await turn();
    }
  }

  test('are never shown for another text than the one they were asked for', async () => {
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

  test('to a shorter text show at once what they say of a longer one', async () => {
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

describe('an answer says of a longer text', () => {
  const whole = { pages: [answerOf('joanna', 'annabel')], pageParams: [undefined] };

  test('who of its people hold that one too', () => {
    expect(narrowed(whole, 'anna', 'annab')?.pages[0]).toEqual(answerOf('annabel'));
    expect(narrowed(whole, 'anna', 'oanna')?.pages[0]).toEqual(answerOf('joanna'));
  });

  test('nothing when it was not whole, or was about another text', () => {
    const part = { pages: [{ ...answerOf('joanna'), cursor: 'more' }], pageParams: [undefined] };
    expect(narrowed(part, 'anna', 'annab')).toBeUndefined();
    expect(narrowed(whole, 'anna', 'annie')).toBeUndefined();
    expect(narrowed(whole, 'annab', 'anna')).toBeUndefined();
  });
});

test('the count says no more than is known', () => {
  expect([countWords(1, false), countWords(7, false), countWords(20, true)]).toEqual([
    '1 person',
    '7 people',
    'More than 20 people',
  ]);
});
