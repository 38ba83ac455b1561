import type { UserEvent } from '@testing-library/user-event';
import { ACCOUNT_FORMS } from '../forms/account-forms.ts';
import { ANSWER_FORMS } from '../forms/answer-forms.ts';
import { CLAIM_FORMS } from '../forms/claim-forms.ts';
import { ENDING_FORMS } from '../forms/ending-forms.ts';
import { type Form, field } from '../forms/form-table.ts';
import { GROUP_FORMS } from '../forms/group-forms.ts';
import { SIGN_IN_FORMS } from '../forms/sign-in-forms.ts';
import { leaves, type Write } from './play.ts';

/* The forms that create something or end a message: each is left once it is sent. */

const FORMS: readonly Form[] = [
  ...SIGN_IN_FORMS,
  ...ENDING_FORMS,
  ...ANSWER_FORMS,
  ...CLAIM_FORMS,
  ...GROUP_FORMS,
  ...ACCOUNT_FORMS,
];

export const FORM_WRITES: readonly Write[] = FORMS.flatMap((form) =>
  form.done
    ? [
        {
          ...form,
          name: `The form "${form.name}"`,
          begin: async (user: UserEvent) => {
            await field(form.kept.field);
            await form.fill?.(user);
          },
          response: form.done,
          done: leaves(form.address),
        },
      ]
    : [],
);
