import { CONVERSATION_WRITES } from './conversation-writes.ts';
import { playLostResponses } from './play.ts';

playLostResponses(CONVERSATION_WRITES);
