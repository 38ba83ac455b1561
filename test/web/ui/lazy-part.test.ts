import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { Component, createElement, type ReactNode } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const Menu = () => createElement('p', {}, 'The menu');
const missing = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/1a2b.js'));

/** A page with a part that is loaded by one load after the other. */
function openPage(...loads: (() => Promise<typeof Menu>)[]) {
  const Part = lazyPart(() => loads.shift()?.() ?? missing());
  render(createElement('main', {}, 'The page', createElement(Part)));
}

test('a part whose code does not arrive leaves the page as it is, with a sentence and a retry', async () => {
  openPage(missing, async () => Menu);
  expect((await screen.findByRole('alert')).textContent).toContain('didn’t load');
  expect(screen.getByRole('main').textContent).toContain('The page');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The menu');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a part that did not load twice offers to reload the page', async () => {
  openPage(missing, missing);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Reload the page' });
  expect(screen.getByRole('main').textContent).toContain('The page');
});

test('an error of the part itself is one of the page', async () => {
  const Broken = lazyPart(async () => (): never => {
    throw new Error('it is broken');
  });
  render(createElement(RouteBoundary, {}, createElement(Broken)));
  await screen.findByText('Something went wrong: it is broken');
});

/** As the error boundary of a route. */
class RouteBoundary extends Component<{ children?: ReactNode }> {
  override state: { fault?: Error } = {};
  static getDerivedStateFromError = (fault: Error) => ({ fault });
  override render() {
    const { fault } = this.state;
    return fault ? `Something went wrong: ${fault.message}` : this.props.children;
  }
}
