import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('accounts', 'profiles');
