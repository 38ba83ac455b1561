import { SAFARI_16 } from './engines.ts';
import { walkMainJob } from './walk-main-job.ts';

walkMainJob(SAFARI_16);
