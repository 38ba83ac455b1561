import { ACCOUNT_FORMS } from './account-forms.ts';
import { describeForms } from './form-tests.ts';

describeForms(ACCOUNT_FORMS);
