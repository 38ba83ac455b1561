import { DESK_WRITES } from './desk-writes.ts';
import { playLostResponses } from './play.ts';

playLostResponses(DESK_WRITES);
