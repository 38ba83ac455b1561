import { expect, test } from '@jest/globals';
import type { Form } from './form-table.ts';
import { describeForms, openFilled } from './form-tests.ts';
import { SIGN_IN_FORMS } from './sign-in-forms.ts';

describeForms(SIGN_IN_FORMS);

test('a form never keeps a password over a reload', async () => {
  const [register] = SIGN_IN_FORMS.filter(({ name }) => name === 'registration');
  const { close } = await openFilled(register as Form, () => new Promise(() => undefined));
  close();
  const kept = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
  expect(kept.join()).toContain('ana.markovic');
  expect(kept.join()).not.toContain('Letters-4-all');
});
