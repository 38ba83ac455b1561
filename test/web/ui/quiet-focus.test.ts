import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { quietFocusAfterPress } from '#web/ui/quiet-focus.ts';

beforeAll(quietFocusAfterPress);
afterEach(() => document.body.replaceChildren());

function focused<Name extends 'button' | 'input'>(name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  document.body.append(element);
  element.focus();
  return element;
}
const press = () => document.dispatchEvent(new Event('pointerdown'));
const useKey = () => document.dispatchEvent(new Event('keydown'));
const isQuiet = (element: HTMLElement) => 'quietFocus' in element.dataset;

test('a button that is focused after a press shows no ring until the focus moves on', () => {
  press();
  const button = focused('button');
  expect(isQuiet(button)).toBe(true);
  button.blur();
  expect(isQuiet(button)).toBe(false);
});

test('a button that is focused after a press shows its ring at the next key', () => {
  press();
  const button = focused('button');
  useKey();
  expect(isQuiet(button)).toBe(false);
});

test('a button that is focused after a key shows its ring', () => {
  press();
  useKey();
  expect(isQuiet(focused('button'))).toBe(false);
});

test('a field that is focused after a press shows its ring', () => {
  press();
  expect(isQuiet(focused('input'))).toBe(false);
});
