/* The outline of a stamp, for the pictures that functions draw. */
export { perforated } from '../ui/perforation.ts';
