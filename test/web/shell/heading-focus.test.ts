import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { paths } from '../../../web/src/paths.ts';
import { openScreen } from '../open-screen.ts';
import { ana } from '../screen-fixtures.ts';

/* The heading of a page gets the focus after a navigation, so that a screen reader reads it. */

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('the heading of the first page gets the focus when somebody comes back to it', async () => {
  const { user } = await openScreen(paths.settings(), ana);
  await heading('Settings');
  await user.click(await screen.findByRole('link', { name: 'Saved replies' }));
  const next = await heading('Saved replies');
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.click(screen.getByRole('link', { name: 'Back' }));
  const first = await heading('Settings');
  await waitFor(() => expect(document.activeElement).toBe(first));
});
