import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('links', 'search', 'contacts', 'chat', 'notifications');
