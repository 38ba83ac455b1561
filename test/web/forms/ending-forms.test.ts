import { ENDING_FORMS } from './ending-forms.ts';
import { describeForms } from './form-tests.ts';

describeForms(ENDING_FORMS);
