import { CLAIM_FORMS } from './claim-forms.ts';
import { describeForms } from './form-tests.ts';

describeForms(CLAIM_FORMS);
