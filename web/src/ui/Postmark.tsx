import { useId } from 'react';

/*
 * The postmark on a letter: red on the day of the payment, of the answer or of its improvement, black once the conversation is
 * closed, blue if the money was returned; on a letter that waits for its answer the day by which it is due. The caller gives the
 * date, because it knows the reader's time zone.
 */

type PostmarkState = 'paid' | 'answered' | 'improved' | 'closed' | 'returned' | 'due';

export type PostmarkProps = {
  state: PostmarkState;
  /** `Nov 23`; it is drawn in capitals, which some voices would spell. */
  day: string;
  /** `2026` */
  year: string;
  /** In pixels, including the waves; the height follows. */
  width?: number;
};

/** The color, the words around the date, and what a screen reader says before the date. */
const LOOKS: Record<PostmarkState, readonly [color: string, around: string, label: string]> = {
  paid: ['text-red', 'REPLY PAID', 'paid on'],
  answered: ['text-red', 'REPLY PAID', 'answered on'],
  improved: ['text-red', 'IMPROVED', 'improved on'],
  closed: ['text-soft', 'CLOSED', 'closed on'],
  returned: ['text-back', 'RETURNED', 'returned on'],
  due: ['text-soft', 'ANSWER BY', 'answer by'],
};

export function Postmark({ state, day, year, width = 116 }: PostmarkProps) {
  const id = useId();
  const [color, around, label] = LOOKS[state];
  return (
    <svg
      role="img"
      aria-label={`Postmark: ${label} ${day} ${year}`}
      viewBox="0 0 140 84"
      width={width}
      className={`${color} -rotate-6 shrink-0 overflow-visible`}
      fill="none"
      stroke="currentColor"
    >
      <defs>
        <path id={`${id}-top`} d="M13.5 42 a28.5 28.5 0 0 1 57 0" />
        <path id={`${id}-bottom`} d="M8.6 42 a33.4 33.4 0 0 0 66.8 0" />
        <Wear id={`${id}-wear`} />
      </defs>
      <g filter={`url(#${id}-wear)`}>
        <circle cx="42" cy="42" r="39" strokeWidth="2" />
        <circle cx="42" cy="42" r="24.5" strokeWidth="1.2" />
        <g className="postmark-words" fill="currentColor" stroke="none" textAnchor="middle">
          <text fontSize="9.4" letterSpacing="1.1">
            <textPath href={`#${id}-top`} startOffset="50%">
              {around}
            </textPath>
          </text>
          <text fontSize="9" letterSpacing="2">
            <textPath href={`#${id}-bottom`} startOffset="50%">
              ★ ★ ★
            </textPath>
          </text>
          {/* A page that the server rendered keeps the server's day, which may be another one in the reader's time zone. */}
          <text x="42" y="43" fontSize="12.4" suppressHydrationWarning>
            {day.toUpperCase()}
          </text>
          <text x="42" y="54" fontSize="9" fontWeight="500" suppressHydrationWarning>
            {year}
          </text>
        </g>
        {[22, 35, 48, 61].map((y, row) => (
          <path
            key={y}
            strokeWidth="1.8"
            strokeLinecap="round"
            d={`M${[78, 83, 83, 78][row]} ${y} q5 -6 10 0 t10 0 t10 0 t10 0 t10 0`}
          />
        ))}
      </g>
    </svg>
  );
}

/** A texture of small holes, as if the ink did not print everywhere. */
function Wear({ id }: { id: string }) {
  return (
    <filter id={id} x="-5%" y="-5%" width="110%" height="110%">
      <feTurbulence type="fractalNoise" baseFrequency="0.55" numOctaves="2" seed="7" />
      <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -4.6 3.7" />
      <feComposite in="SourceGraphic" operator="in" />
    </filter>
  );
}
