import { FIREFOX } from './engines.ts';
import { walkMainJob } from './walk-main-job.ts';

walkMainJob(FIREFOX);
