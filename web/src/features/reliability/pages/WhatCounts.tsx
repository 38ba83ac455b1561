import { Link } from 'react-router';
import * as reliability from '#shared/messages/reliability.ts';
import { paths } from '#web/paths.ts';

const POINTS = [
  reliability.MONTH,
  reliability.ANSWERED,
  reliability.CLAIMS,
  'The time runs from the payment to the answer, with the days in which a clarifying question waited for the sender. It’s rounded up to whole hours, above 48 hours to whole days, and never down.',
  reliability.SHARE_REFUNDED,
  'A month in which fewer than 20 letters were answered or left unanswered says “Too few to say”.',
  reliability.CAN_CHANGE,
  'No one grades the answers, so these figures say nothing about how good they are.',
];

/* What the figures count and what they do not. docs/product/reliability.md */
export function WhatCounts() {
  return (
    <section aria-labelledby="counted" className="mt-9">
      <h2 id="counted" className="font-medium font-serif text-2xl">
        What is counted
      </h2>
      <div className="prose mt-3">
        <ul>
          {POINTS.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      <p className="mt-6 border-rule border-t pt-5">
        <Link
          to={paths.publicUsagePolicy()}
          className="inline-flex min-h-11 items-center text-back underline underline-offset-4"
        >
          Read the Usage Policy
        </Link>
      </p>
    </section>
  );
}
