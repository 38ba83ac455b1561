import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react/pure';
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router';
import { viewUserProfile } from '#shared/api/profiles.ts';
import { viewPublicAnswerPage } from '#shared/api/public-answers.ts';
import { ANSWER_WITHDRAWN } from '#shared/rules/public-answers/address.ts';
import { queryClient } from '#web/api/queries.ts';
import { storeSession } from '#web/api/session.ts';
import { CheckedParameters } from '#web/checked-parameters.tsx';
import { paths } from '#web/paths.ts';
import { Root } from '#web/Root.tsx';
import { prepareHydration } from '#web/server/hydrate-page.ts';
import type { KnownAnswer } from '#web/server/known-answers.ts';
import { renderPage } from '#web/server/render-page.tsx';
import { ana, bensProfile } from '../screen-fixtures.ts';
import '../open-screen.ts';

/* The app takes over a page that the server rendered: its first render is the one of the server, whoever opens it, and whenever. */

// Whose initial is another letter in Turkish.
const ISA = { ...bensProfile, fullName: 'isa Okafor' };
const ID = '01J0000000000000000000000A';
const ADDRESS = paths.publicAnswer(ISA.username, ID);

const profile: KnownAnswer = {
  key: [viewUserProfile.name, { username: ISA.username }, 'answer'],
  answer: { data: [ISA] },
  at: Date.now(),
};
const answer: KnownAnswer = {
  key: [viewPublicAnswerPage.name, { username: ISA.username, id: ID }, 'answer'],
  answer: {
    data: [
      {
        id: ID,
        creatorId: ISA.id,
        username: ISA.username,
        fullName: ISA.fullName,
        profileImageUrl: null,
        title: [{ text: 'Refused at the counter' }],
        question: [[{ text: 'Dear ' }, { text: '——', hidden: 'NAME' }, { text: ',' }]],
        answer: [[{ text: 'You can appeal.' }]],
        date: '2026-11-28',
        publishedOn: '2026-11-29',
        namesHidden: 1,
        placesHidden: 0,
        placesReworded: 0,
        sensitive: false,
        more: [],
        total: 1,
      },
    ],
  },
  at: Date.now(),
};
const withdrawn: KnownAnswer = {
  key: answer.key,
  refusal: { code: 'NOT_FOUND', message: ANSWER_WITHDRAWN },
};

beforeEach(() => history.replaceState(null, '', ADDRESS));
afterEach(() => document.body.replaceChildren());

const signIn = () => storeSession({ userId: ana.id, fullName: ana.fullName, avatarUrl: null });

/** The route of a public answer in its layouts. `meanwhile`: what happens while the code of the screen loads. */
const tableOf = (meanwhile: () => void): RouteObject[] => [
  {
    id: 'root',
    Component: Root,
    children: [
      {
        id: 'anybody',
        Component: CheckedParameters,
        children: [
          {
            path: paths.publicAnswer(':username'),
            lazy: async () => {
              meanwhile();
              return import('#web/features/public-answers/pages/PublicAnswer.tsx');
            },
          },
        ],
      },
    ],
  },
];

/** Takes over the page that the server renders from these answers. Returns its text, and the faults for which React renders anew. */
async function takeOver(answers: readonly KnownAnswer[], meanwhile = () => {}) {
  const place = document.createElement('div');
  place.innerHTML = await renderPage(ADDRESS, '', answers);
  const text = place.textContent;
  const data = document.createElement('script');
  Object.assign(data, { id: 'answers', type: 'application/json' });
  data.textContent = JSON.stringify(answers);
  document.body.replaceChildren(place, data);
  const table = tableOf(meanwhile);
  const hydrationData = await prepareHydration(table);
  const app = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(RouterProvider, { router: createBrowserRouter(table, { hydrationData }) }),
  );
  const faults: unknown[] = [];
  const onRecoverableError = (fault: unknown) => faults.push(fault);
  const root = await act(async () => hydrateRoot(place, app, { onRecoverableError }));
  await act(async () => root.unmount());
  return { text, faults };
}

const viewers = [
  ['a visitor', () => {}],
  ['a person who is signed in', signIn],
] as const;

test.each(viewers)('the page of a public answer is taken over for %s', async (_, arrive) => {
  arrive();
  const { text, faults } = await takeOver([answer, profile]);
  expect(text).toContain('Refused at the counter');
  expect(faults).toEqual([]);
});

test.each(viewers)('the page of a withdrawn answer is taken over for %s', async (_, arrive) => {
  arrive();
  const { text, faults } = await takeOver([withdrawn, profile]);
  expect(text).toContain('This answer isn’t public anymore.');
  expect(faults).toEqual([]);
});

test('the page of a withdrawn answer is taken over although its code loads for a minute', async () => {
  const later = Date.now() + 60_000;
  const { text, faults } = await takeOver([withdrawn, profile], () => {
    jest.spyOn(Date, 'now').mockReturnValue(later);
  });
  expect(text).toContain('This answer isn’t public anymore.');
  expect(faults).toEqual([]);
});

test('a page is taken over although a newer answer was prefetched while its code loaded', async () => {
  const { faults } = await takeOver([answer, profile], () => {
    queryClient.setQueryData(profile.key, { data: [{ ...ISA, blocked: true }] });
  });
  expect(faults).toEqual([]);
});

test('a page is taken over in a browser whose language has other capitals', async () => {
  const { faults } = await takeOver([answer, profile], () => {
    const upperCase = String.prototype.toLocaleUpperCase;
    jest.spyOn(String.prototype, 'toLocaleUpperCase').mockImplementation(function (this: string) {
      return upperCase.call(this, 'tr');
    });
  });
  expect(faults).toEqual([]);
});
