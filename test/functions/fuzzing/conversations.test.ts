import { fuzzAreas } from './fuzz-areas.ts';

fuzzAreas('conversations', 'support', 'billing', 'ledger', 'payouts');
