import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('links', 'people', 'contacts', 'chat', 'notifications');
