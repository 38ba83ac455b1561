import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { Field, type FieldProps } from '#web/ui/Field.tsx';
import { type RadioCard, RadioCards } from '#web/ui/RadioCards.tsx';

/* What a screen reader says about a choice. */

afterEach(cleanup);

function choice(options: readonly RadioCard<string>[], error?: string): void {
  const cards = { value: undefined, onValueChange: () => undefined, options };
  render(
    createElement(
      Field,
      { label: 'Your plan', group: 'radios', error } as FieldProps,
      createElement(RadioCards<string>, cards),
    ),
  );
}

test('an option is named by its label and its price, and described by the rest', () => {
  choice([{ value: 'STARTER', label: 'Starter', price: '$1.99 a month', hint: 'Paid answers' }]);
  screen.getByRole('radio', { name: 'Starter $1.99 a month', description: 'Paid answers' });
});

test('an option that is not possible says why in its description', () => {
  choice([{ value: 'TEXT', label: 'By text', refused: 'the number is new.' }]);
  screen.getByRole('radio', {
    name: 'By text',
    description: 'Not possible now: the number is new.',
  });
});

test('the name and the error of a choice belong to one group', () => {
  choice([{ value: 'FREE', label: 'Free' }], 'Please choose a plan');
  const group = screen.getByRole('radiogroup', {
    name: 'Your plan',
    description: 'Please choose a plan',
  });
  expect(group.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('group')).toBeNull();
});
