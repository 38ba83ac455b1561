import { describeForms } from './form-tests.ts';
import { PRICE_FORMS } from './price-forms.ts';

describeForms(PRICE_FORMS);
