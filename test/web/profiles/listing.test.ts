import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react/pure';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { useForm } from 'react-hook-form';
import { DiscoveryFields } from '#web/features/profiles/pages/edit/DiscoveryFields.tsx';
import {
  type ProfileFields,
  type ProfileValues,
  valuesOf,
} from '#web/features/profiles/pages/edit/profile-values.ts';
import { ana } from '../screen-fixtures.ts';

/* What the profile form says about being found, without its editor of the bio. docs/product/discovery.md#who-is-listed */

const lawyer = { ...ana, categoryId: 'CATEGORY_07', subCategoryId: 'CATEGORY_07_01' };

let values: () => Partial<ProfileValues>;

function Fields({ saved }: { saved: ProfileValues }) {
  const form = useForm({ defaultValues: saved }) as unknown as ProfileFields;
  values = () => form.getValues() as Partial<ProfileValues>;
  return createElement(DiscoveryFields, { form });
}

async function open(user: Parameters<typeof valuesOf>[0] = lawyer) {
  await act(async () => render(createElement(Fields, { saved: valuesOf(user) })));
  return userEvent.setup({ delay: null });
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(cleanup);

const isShown = () =>
  screen.getByRole('checkbox', { name: /^Show me when people browse/ }) as HTMLInputElement;

test('a profile is shown when people browse unless its owner turns it off', async () => {
  const user = await open();
  expect(isShown().checked).toBe(true);
  await user.click(isShown());
  expect(values().listing).toBe('HIDDEN');
  await user.click(isShown());
  expect(values().listing).toBe('SHOWN');
});

test('a hidden profile is not checked', async () => {
  await open({ ...lawyer, listing: 'HIDDEN' });
  expect(isShown().checked).toBe(false);
});

test('a second and a third sub-category are offered one after the other, each once', async () => {
  const user = await open();
  expect(screen.queryByLabelText('Third sub-category (optional)')).toBeNull();
  const second = screen.getByLabelText<HTMLSelectElement>('Second sub-category (optional)');
  const names = [...second.options].map(({ text }) => text);
  expect(names).toContain('Family Law');
  expect(names).not.toContain('Immigration Law');
  await user.selectOptions(second, 'Family Law');
  await user.selectOptions(screen.getByLabelText('Third sub-category (optional)'), 'Criminal Law');
  expect(values()).toMatchObject({
    secondSubCategoryId: 'CATEGORY_07_02',
    thirdSubCategoryId: 'CATEGORY_07_07',
  });
  await user.selectOptions(second, 'None');
  expect(values()).toMatchObject({ secondSubCategoryId: '', thirdSubCategoryId: '' });
});

test('another category clears all sub-categories', async () => {
  const user = await open({ ...lawyer, secondSubCategoryId: 'CATEGORY_07_02' });
  await user.selectOptions(screen.getByLabelText('Category'), 'Technology');
  expect(screen.queryByLabelText('Second sub-category (optional)')).toBeNull();
  expect(values()).toMatchObject({ subCategoryId: '', secondSubCategoryId: '' });
});
