import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('conversations', 'drafts', 'plans', 'payouts');
