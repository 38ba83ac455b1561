import { ANSWER_FORMS } from './answer-forms.ts';
import { describeForms } from './form-tests.ts';

describeForms(ANSWER_FORMS);
