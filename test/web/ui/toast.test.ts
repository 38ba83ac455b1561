import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { clearSession, endSession, followSessionEnds, storeSession } from '#web/api/session.ts';
import { ToastHost, toast } from '#web/ui/Toast.tsx';

const pressed = jest.fn();
const withAction = { action: { label: 'Go to chat', onPress: pressed } };

beforeEach(() => {
  jest.useFakeTimers();
  pressed.mockClear();
  render(createElement(ToastHost));
});

afterEach(() => {
  act(() => toast.takeBackOutcome());
  cleanup();
  jest.useRealTimers();
});

const words = () => screen.getByRole('region', { name: 'Notifications' }).textContent;
const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1_000));

test.each([
  ['success', () => toast.success('Saved')],
  ['error', () => toast.error('Not saved')],
  ['info', () => toast.info('Changed')],
  ['info with an action', () => toast.info('You are on Starter now.', withAction)],
])('a toast of %s closes after five seconds', (_, show) => {
  act(() => void show());
  pass(4.9);
  expect(words()).not.toBe('');
  pass(0.2);
  expect(words()).toBe('');
});

test('a toast stays while the pointer or the focus is on it, and five seconds after that', () => {
  act(() => void toast.info('You are on Starter now.', withAction));
  act(() => screen.getByRole('button', { name: 'Go to chat' }).focus());
  pass(60);
  expect(words()).toContain('Starter');
  act(() => screen.getByRole('button', { name: 'Go to chat' }).blur());
  pass(4.9);
  expect(words()).toContain('Starter');
  pass(0.2);
  expect(words()).toBe('');
});

test('a toast with an action is replaced by the next outcome', () => {
  act(() => void toast.info('You are on Starter now.', withAction));
  act(() => void toast.success('Your subscription is canceled.'));
  expect(words()).toBe('Your subscription is canceled.');
});

test('the action of a toast closes it', () => {
  act(() => void toast.info('You are on Starter now.', withAction));
  act(() => screen.getByRole('button', { name: 'Go to chat' }).click());
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(words()).toBe('');
});

const pressEscape = () => act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));

test('a toast about money stays until it is dismissed', () => {
  act(() => void toast.success('$40.00 is on its way back.', { stays: true }));
  pass(600);
  expect(words()).toContain('$40.00');
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click());
  expect(words()).toBe('');
});

test('Escape closes a toast', () => {
  act(() => void toast.success('Saved'));
  pressEscape();
  expect(words()).toBe('');
});

test('Escape leaves a toast while a dialog is open, which it closes first', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  act(() => void toast.success('Saved'));
  pressEscape();
  expect(words()).toBe('Saved');
  dialog.remove();
});

/** Places a button from this height (px) on, and the toast at the top, or at 700 if it is low. */
function focusButtonAt(top: number): HTMLElement {
  const button = document.body.appendChild(document.createElement('button'));
  const host = screen.getByRole('region', { name: 'Notifications' });
  const rectangle = (from: number) => new DOMRect(0, from, 300, 50);
  button.getBoundingClientRect = () => rectangle(top);
  host.getBoundingClientRect = () => rectangle(host.hasAttribute('data-low') ? 700 : 0);
  button.focus();
  return button;
}

const isLow = () => screen.getByRole('region', { name: 'Notifications' }).hasAttribute('data-low');

test('a toast is at the bottom while it would cover the focused control', () => {
  const button = focusButtonAt(10);
  act(() => void toast.success('Link copied'));
  expect(isLow()).toBe(true);
  act(() => toast.takeBackOutcome());
  expect(isLow()).toBe(false);
  button.remove();
});

test('a toast moves away from a control under it that gets the focus', () => {
  act(() => void toast.success('Link copied'));
  const lower = focusButtonAt(400);
  expect(isLow()).toBe(false);
  const upper = focusButtonAt(20);
  expect(isLow()).toBe(true);
  lower.remove();
  upper.remove();
});

const ana = { userId: '01ANA', fullName: 'Ana Marković', avatarUrl: null };
const ben = { userId: '01BEN', fullName: 'Ben Okafor', avatarUrl: null };

test.each([
  ['signs out', clearSession],
  ['is signed out because the session has expired', endSession],
  ['gives way to another person', () => storeSession(ben)],
])('a toast is gone when its reader %s', (_, end) => {
  storeSession(ana);
  followSessionEnds(toast.endSession);
  act(() => void toast.info('You are on Starter now.', withAction));
  act(() => storeSession({ ...ana, fullName: 'Ana Maria Marković' }));
  expect(words()).toContain('Starter');
  act(end);
  expect(words()).toBe('');
});

test('what is said to a person who has to sign in again outlives the session', () => {
  storeSession(ana);
  followSessionEnds(toast.endSession);
  act(() => void toast.success('You are @ana now. Please sign in.', { outlivesSession: true }));
  act(clearSession);
  expect(words()).toContain('@ana');
});
