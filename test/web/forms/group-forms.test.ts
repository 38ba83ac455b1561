import { describeForms } from './form-tests.ts';
import { GROUP_FORMS } from './group-forms.ts';

describeForms(GROUP_FORMS);
