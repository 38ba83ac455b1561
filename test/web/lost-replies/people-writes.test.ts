import { PEOPLE_WRITES } from './people-writes.ts';
import { playLostResponses } from './play.ts';

playLostResponses(PEOPLE_WRITES);
