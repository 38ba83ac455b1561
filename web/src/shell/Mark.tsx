import { PRODUCT_NAME } from '#shared/brand.ts';

/** RP in the serif font, as outlines that need no font. */
const LETTERS =
  'M23.9 31.1Q25.3 31.1 26.2 30.4Q27.1 29.6 27.1 28.1Q27.1 27.1 26.7 26.4Q26.3 25.7 25.5 25.3Q24.7 25 23.4 25H18.6L19.4 23.5H25.1Q27.2 23.5 28.5 24.1Q29.8 24.6 30.4 25.6Q31 26.5 31 27.7Q31 28.8 30.5 29.7Q29.9 30.7 28.9 31.2Q27.8 31.8 26.2 31.9V31.9Q27.4 31.9 28.1 32.2Q28.8 32.5 29.2 33.1Q29.6 33.7 29.9 34.5L30.9 37.7Q31.2 38.5 31.5 38.9Q31.7 39.2 32.1 39.3Q32.5 39.4 33 39.4V40.4Q31.2 40.5 30.1 40.5Q29 40.5 28.4 40.2Q27.7 39.9 27.4 39.4Q27.1 38.9 26.8 38L25.9 34.8Q25.7 33.9 25.4 33.5Q25.1 33 24.7 32.8Q24.3 32.6 23.7 32.6H19.2L18.5 31.1ZM21.9 23.5V39.1L23.7 39.8V40.4H16V39.8L17.9 39.1V24.8L16 24V23.5ZM44.5 28.4Q44.5 27.3 44.1 26.6Q43.7 25.8 42.8 25.4Q41.9 25 40.4 25H36.6L36.6 23.5H41.9Q44.3 23.5 45.7 24.2Q47.1 24.8 47.8 25.9Q48.5 27 48.5 28.3Q48.5 29.7 47.8 30.8Q47.1 32 45.7 32.7Q44.2 33.3 41.9 33.3H36.6L36.6 31.9H41.1Q42.1 31.9 42.9 31.5Q43.6 31.1 44.1 30.3Q44.5 29.5 44.5 28.4ZM39.1 23.5V39.1L40.9 39.8V40.4H33.3V39.8L35.1 39.1V24.7L33.3 24V23.5Z';

/* The logo: a round postmark with the initials. The same drawing as public/icons/mark.svg, in the text color. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 64 64"
      width={size}
      height={size}
      className="shrink-0 text-red"
      fill="none"
      stroke="currentColor"
    >
      <circle cx="32" cy="32" r="29" strokeWidth="3.5" />
      <circle cx="32" cy="32" r="22.5" strokeWidth="1.75" />
      <path d={LETTERS} fill="currentColor" stroke="none" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="font-medium font-serif text-[1.375rem] leading-none">{PRODUCT_NAME}</span>
    </span>
  );
}
