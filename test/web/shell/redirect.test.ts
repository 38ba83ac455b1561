import { expect, test } from '@jest/globals';
import { act, render } from '@testing-library/react/pure';
import { createElement, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Redirect } from '#web/shell/Redirect.tsx';

let renderAgain = () => {};

function LeftPage() {
  const [renders, setRenders] = useState(0);
  renderAgain = () => setRenders(renders + 1);
  return createElement(Redirect, { to: '/other', state: { changed: 'OFFER' } });
}

test('Redirect navigates once, also if it is rendered again while the other page loads', async () => {
  let finishLoading = () => {};
  let loads = 0;
  const loader = () => {
    loads += 1;
    return new Promise((resolve) => {
      finishLoading = () => resolve(null);
    });
  };
  const router = createMemoryRouter([
    { path: '/', element: createElement(LeftPage) },
    { path: '/other', element: 'The other page', loader },
  ]);
  render(createElement(RouterProvider, { router }));
  for (const _again of [1, 2, 3]) await act(async () => renderAgain());
  expect(loads).toBe(1);
  await act(async () => finishLoading());
  expect(router.state.location).toMatchObject({ pathname: '/other', state: { changed: 'OFFER' } });
});
