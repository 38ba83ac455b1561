import { afterEach, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react/pure';
import { createElement } from 'react';
import { CheckCard, type CheckCardProps } from '#web/ui/CheckCard.tsx';

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
