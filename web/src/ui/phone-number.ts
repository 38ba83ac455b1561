/** The digits of a US number as typed or pasted, at most ten. No area code begins with 1, so leading ones are the country code. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^1+/, '').slice(0, 10);
}

/** `(555) 555-0100`, growing with what is typed: `(55`, `(555) 5`. */
export function formatPhone(typed: string): string {
  const digits = phoneDigits(typed);
  if (digits === '') return '';
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
