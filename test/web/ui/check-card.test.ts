import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { CheckCard, type CheckCardProps } from '#web/ui/CheckCard.tsx';
import { Field } from '#web/ui/Field.tsx';

/* What a screen reader says about a checkbox. */

afterEach(cleanup);

const show = (more: Pick<CheckCardProps, 'hint'>) =>
  render(
    createElement(CheckCard, {
      checked: false,
      onCheckedChange: () => undefined,
      label: 'Show names',
      ...more,
    }),
  );

test('a checkbox is named by its label and described by its hint', () => {
  show({ hint: 'Also on the lock screen' });
  screen.getByRole('checkbox', { name: 'Show names', description: 'Also on the lock screen' });
});

test('a checkbox without a hint has no description', () => {
  show({});
  screen.getByRole('checkbox', { name: 'Show names', description: '' });
});

test('a checkbox in a field with an error is invalid and described by the error', () => {
  const card = createElement(CheckCard, {
    checked: false,
    onCheckedChange: () => undefined,
    label: 'Word for word',
  });
  const error = 'Please confirm this';
  render(createElement(Field, { label: 'Your confirmation', group: true, error } as never, card));
  const box = screen.getByRole('checkbox', { name: 'Word for word', description: error });
  expect(box.getAttribute('aria-invalid')).toBe('true');
});
