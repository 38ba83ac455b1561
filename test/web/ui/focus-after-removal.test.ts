import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepFocus } from '#web/ui/focus-after-removal.ts';
import { settled } from '../settled.ts';

/* Where the focus goes when its element is removed. */

let end = () => {};
beforeEach(() => {
  end = keepFocus();
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** Shows a page, focuses the element of this selector, and removes that of the other one. */
async function remove(html: string, focused: string, removed = focused): Promise<void> {
  document.body.innerHTML = `<h1 tabindex="-1">Links</h1>${html}`;
  document.querySelector<HTMLElement>(focused)?.focus();
  document.querySelector(removed)?.remove();
  await settled(() => document.activeElement?.id ?? '');
}

const focused = () => document.activeElement?.textContent;
const row = (name: string) => `<li id="${name}"><button>${name}</button></li>`;

test('a removed row gives its focus to the row that is in its place then', async () => {
  await remove(`<ul>${row('one')}${row('two')}${row('three')}</ul>`, '#two button', '#two');
  expect(focused()).toBe('three');
});

test('the last row gives its focus to the one before it', async () => {
  await remove(`<ul>${row('one')}${row('two')}</ul>`, '#two button', '#two');
  expect(focused()).toBe('one');
});

test('a row that loses its only button gets the focus itself', async () => {
  await remove(
    `<ul>${row('one')}<li id="two">Deleted <button>More</button></li></ul>`,
    '#two button',
  );
  expect(document.activeElement?.id).toBe('two');
});

test('a part of the page gives its focus to the heading of what is around it', async () => {
  const steps = '<div id="steps"><button>Hide</button></div>';
  await remove(`<section><h2>First steps</h2>${steps}</section>`, '#steps button', '#steps');
  expect(focused()).toBe('First steps');
});

test('what is in no part of the page gives its focus to the title', async () => {
  await remove('<main><div id="bar"><button>Remind Ben</button></div></main>', '#bar button');
  expect(focused()).toBe('Links');
});

test('a state that appears in place of what had the focus gets it', async () => {
  document.body.innerHTML = '<h1>Links</h1><main><ul><li><button>Delete</button></li></ul></main>';
  document.querySelector('button')?.focus();
  const empty = document.createElement('h2');
  empty.textContent = 'No links yet';
  empty.dataset.newState = '';
  document.querySelector('ul')?.replaceWith(empty);
  await settled(() => String(focused()));
  expect(focused()).toBe('No links yet');
});

test('an element that is moved in the page keeps its focus', async () => {
  document.body.innerHTML = `<ul>${row('one')}${row('two')}</ul>`;
  document.querySelector<HTMLElement>('#one button')?.focus();
  document.querySelector('ul')?.append(document.querySelector('#one') as Element);
  await settled(() => String(focused()));
  expect(focused()).toBe('one');
});

test('the focus is left where a screen put it', async () => {
  document.body.innerHTML = `<h1>Links</h1><ul>${row('one')}</ul><input id="search">`;
  document.querySelector<HTMLElement>('#one button')?.focus();
  document.querySelector('#one')?.remove();
  document.querySelector('input')?.focus();
  await settled(() => document.activeElement?.id ?? '');
  expect(document.activeElement?.id).toBe('search');
});

test('nothing is focused if the removed element did not have the focus', async () => {
  await remove(`<ul>${row('one')}${row('two')}</ul>`, 'body', '#two');
  expect(document.activeElement).toBe(document.body);
});
