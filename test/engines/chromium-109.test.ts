import { CHROMIUM_109 } from './engines.ts';
import { walkMainJob } from './walk-main-job.ts';

walkMainJob(CHROMIUM_109);
