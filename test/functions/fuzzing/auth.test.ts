import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('auth');
