import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('attachments', 'public-answers');
