import { SAFARI_OF_TODAY } from './engines.ts';
import { walkMainJob } from './walk-main-job.ts';

walkMainJob(SAFARI_OF_TODAY);
