import { playLostResponses } from './play.ts';
import { PUBLIC_ANSWER_WRITES } from './public-answer-writes.ts';

playLostResponses(PUBLIC_ANSWER_WRITES);
