import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react/pure';
import { createElement, type ReactNode } from 'react';
import { survivePageTranslation } from '#web/translated-page.ts';

/* React on a page whose texts a translator has replaced. */

survivePageTranslation();
beforeEach(() => void jest.spyOn(console, 'error'));

afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  jest.restoreAllMocks();
  cleanup();
});

const textsIn = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
};

/** What stands in place of a text, as Google Translate builds it. */
function translation(text: string): HTMLElement {
  const outer = document.createElement('font');
  const inner = outer.appendChild(document.createElement('font'));
  inner.textContent = `»${text}«`;
  return outer;
}

const TRANSLATORS: [string, (text: Text) => void][] = [
  ['replaces texts', (text) => text.replaceWith(translation(text.data))],
  [
    'inserts beside texts and removes them',
    (text) => {
      text.parentNode?.insertBefore(translation(text.data), text);
      text.remove();
    },
  ],
  [
    'wraps texts',
    (text) => {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    },
  ],
];

const page = (...children: ReactNode[]) => createElement('main', {}, ...children);

describe.each(TRANSLATORS)('after a translator that %s', (_, translate) => {
  function openTranslated(...children: ReactNode[]) {
    const { rerender } = render(page(...children));
    for (const text of textsIn(document.body)) translate(text);
    return (...next: ReactNode[]) => {
      rerender(page(...next));
      return screen.getByRole('main').textContent?.replace(/[»«]/g, '');
    };
  }

  test('a text beside others is removed', () => {
    const show = openTranslated('Found ', 'no ', 'people');
    expect(show('Found ', null, 'people')).toBe('Found people');
    expect(show(null, null, null)).toBe('');
  });

  test('an element is inserted before a text', () => {
    const show = openTranslated(null, 'Nothing yet', ' for you');
    expect(show(createElement('b', {}, 'New: '), 'Nothing yet', ' for you')).toBe(
      'New: Nothing yet for you',
    );
  });

  test('a changed text replaces the old translation', () => {
    const show = openTranslated('You pay ', '$19.00', ' now');
    expect(show('You pay ', '$25.00', ' now')).toBe('You pay $25.00 now');
    expect(show('You pay ', '$30.00', null)).toBe('You pay $30.00');
  });

  test('a text gives way to an element, and comes back', () => {
    const show = openTranslated('Search ', 'by name');
    expect(show('Search ', createElement('i', {}, 'again'))).toBe('Search again');
    expect(show('Search ', 'by name')).toBe('Search by name');
  });
});

test('a text and an element that a translator moved into one place are removed one after the other', () => {
  const { rerender } = render(page('Ask ', createElement('b', { key: 'who' }, 'Ana')));
  const main = screen.getByRole('main');
  const font = document.createElement('font');
  font.append(...main.childNodes);
  main.append(font);
  rerender(page(null, createElement('b', { key: 'who' }, 'Ana')));
  expect(main.textContent).toBe('Ana');
  rerender(page(null, null));
  expect(main.textContent).toBe('');
});
