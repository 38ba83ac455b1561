import { BEGIN, costSection, END } from './sentences.ts';

/* `npm run costs`: prints the cost estimate of docs/operations.md. */

console.log(costSection().replace(BEGIN, '').replace(END, '').trim());
