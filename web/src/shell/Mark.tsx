import { PRODUCT_NAME } from '../../../shared/brand.ts';

/* The mark: a round postmark with the initials. The same drawing as public/icons/mark.svg, in the ink of the page. */
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
      <g fill="currentColor" stroke="none" className="mark-letters">
        <text x="32" y="40.5" fontSize="24" textAnchor="middle">
          RP
        </text>
      </g>
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
