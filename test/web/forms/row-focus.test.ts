import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import { openScreen } from '../open-screen.ts';
import { PRICE_FORMS } from './price-forms.ts';

/* Where the focus goes in a form whose rows are added, moved and removed. */

/** Opens one of the forms with a list of rows. */
async function openRows(name: 'tiers' | 'questions to senders'): Promise<UserEvent> {
  const form = PRICE_FORMS.find((one) => one.name === name);
  form?.prepare?.();
  const { user } = await openScreen(form?.address ?? '', form?.viewer);
  return user;
}

const button = (name: string) => screen.findByRole('button', { name });

test('a new question gets the focus in its field', async () => {
  const user = await openRows('questions to senders');
  await user.click(await button('Add a question'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Question 3' }));
});

test('a removed question is announced, and gives the focus to the button that adds one', async () => {
  const user = await openRows('questions to senders');
  await user.click(await button('Remove Question 1'));
  expect(document.activeElement).toBe(await button('Add a question'));
  const said = await screen.findByText('Question 1 removed');
  expect(said.getAttribute('role')).toBe('status');
});

test('a tier that moves takes the focus along, to the button of the other direction at an end', async () => {
  const user = await openRows('tiers');
  await user.click(await button('Add a tier'));
  expect(document.activeElement?.closest('fieldset')?.ariaLabel).toBe('Tier 2');
  await user.click(await button('Move Tier 2 up'));
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Tier 1 down'),
  );
});
