/* The dates of public answers, `2026-11-28`, or in a sensitive field the month `2026-11`, in words. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const partsOf = (date: string) => {
  const [year = '', month = '', day] = date.split('-');
  return { year, month: MONTHS[Number(month) - 1] ?? '', day: day && String(Number(day)) };
};

/** `November 28, 2026`, or `November 2026`. */
export function answerDateWords(date: string): string {
  const { year, month, day } = partsOf(date);
  return day ? `${month} ${day}, ${year}` : `${month} ${year}`;
}

/** What a postmark shows: `Nov 28` or `Nov`, and the year. */
export function answerPostmark(date: string): { readonly day: string; readonly year: string } {
  const { year, month, day } = partsOf(date);
  return { day: [month.slice(0, 3), day].filter(Boolean).join(' '), year };
}
