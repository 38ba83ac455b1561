import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react/pure';
import { createElement, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { MemoryRouter } from 'react-router';
import { ShownAtField, useSubmission } from '#web/forms/submission.ts';
import { recordOpenPage } from '#web/shell/open-page.ts';

/* Where the focus goes when a form is refused on a phone so slow that the next frame comes before its errors are rendered. */

beforeEach(() => {
  recordOpenPage('/');
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => {
    draw(0);
    return 0;
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** A form with a choice of its own beside the fields that it validates. `missing` names what it refuses. */
function LetterForm({ missing }: { missing: 'choice' | 'list' }) {
  const [isRefused, setRefused] = useState(false);
  const form = useForm<{ list: string }>({ defaultValues: { list: '' } });
  const { onSubmit } = useSubmission(form, {
    failed: 'Error sending',
    send: async () => {
      await Promise.resolve();
      setRefused(true);
      throw new ShownAtField('Please choose');
    },
  });
  const list = createElement(Controller<{ list: string }, 'list'>, {
    control: form.control,
    name: 'list',
    rules: { validate: () => missing === 'choice' || 'Please add a row' },
    // A list has no element of its own that a form could focus.
    render: ({ fieldState }) =>
      createElement(
        'fieldset',
        { 'data-invalid': fieldState.invalid },
        createElement('input', { 'aria-label': 'First row' }),
      ),
  });
  const choice = createElement(
    'fieldset',
    { 'data-invalid': isRefused },
    createElement('input', { type: 'radio', 'aria-label': 'Word for word' }),
  );
  return createElement(
    'form',
    { id: 'page', onSubmit },
    list,
    choice,
    createElement('button', { type: 'submit' }, 'Send'),
  );
}

test.each([
  ['the form’s own choice', 'choice', 'Word for word'],
  ['a list without a row', 'list', 'First row'],
] as const)('the focus goes to %s', async (_, missing, label) => {
  render(createElement(MemoryRouter, null, createElement(LetterForm, { missing })));
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
});
