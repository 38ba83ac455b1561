import type { ReactNode } from 'react';

/* An addressed envelope: from whom, to whom, and the stamp with the price of the answer. */

export type EnvelopeProps = {
  /** "you", or the name of the sender. */
  from: string;
  to: string;
  /** What the recipient answers. */
  field?: string | null | undefined;
  /** What the letter in it is about. */
  subject?: string;
  stamp?: ReactNode;
};

export function Envelope({ from, to, field, subject, stamp }: EnvelopeProps) {
  return (
    <div className="letter grid min-h-37 grid-cols-[minmax(0,1fr)_auto] gap-x-4 p-5">
      <p className="text-[0.9375rem] text-soft">
        From <bdi>{from}</bdi>
      </p>
      <div className="max-[22.5rem]:[&_svg:not(svg_svg)]:h-auto max-[22.5rem]:[&_svg:not(svg_svg)]:w-24 row-span-2 min-h-22">
        {stamp}
      </div>
      <div className="self-end">
        <p className="text-[0.9375rem] text-soft">To</p>
        <p dir="auto" className="wrap-anywhere font-serif text-[1.375rem] leading-tight">
          {to}
        </p>
        {field && <p className="text-[0.9375rem] text-soft">{field}</p>}
      </div>
      {subject && (
        <p
          dir="auto"
          className="wrap-anywhere col-span-2 mt-4 border-rule border-t pt-3 font-semibold font-serif text-lg leading-snug"
        >
          {subject}
        </p>
      )}
    </div>
  );
}
