import { afterEach, expect, test } from '@jest/globals';
import { quietAfterPress } from '../../../web/src/ui/quiet-focus.ts';

afterEach(() => document.body.replaceChildren());

function focused<Name extends 'button' | 'input'>(name: Name): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  document.body.append(element);
  element.focus();
  return element;
}
const press = () => document.dispatchEvent(new Event('pointerdown'));
const isQuiet = (element: HTMLElement) => 'quietFocus' in element.dataset;

test('a button that a sheet focuses after a press shows no ring until the focus moves on', () => {
  press();
  const button = focused('button');
  quietAfterPress(button);
  expect(isQuiet(button)).toBe(true);
  button.blur();
  expect(isQuiet(button)).toBe(false);
});

test('a button that a sheet focuses after a key shows its ring', () => {
  press();
  document.dispatchEvent(new Event('keydown'));
  const button = focused('button');
  quietAfterPress(button);
  expect(isQuiet(button)).toBe(false);
});

test('a field that a sheet focuses shows its ring', () => {
  press();
  const field = focused('input');
  quietAfterPress(field);
  expect(isQuiet(field)).toBe(false);
});
