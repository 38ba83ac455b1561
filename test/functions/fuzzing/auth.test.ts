import './without-waiting.ts';
import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('auth');
