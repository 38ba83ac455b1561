import { FORM_WRITES } from './form-writes.ts';
import { playLostResponses } from './play.ts';

playLostResponses(FORM_WRITES);
