import { Link } from 'react-router';
import { paths } from '#web/paths.ts';

const POINTS = [
  'A paid letter counts in the month (UTC) in which it was answered, or ended without an answer: after ten days, or when it was declined, canceled or reported.',
  'Answered counts as on a profile: declined, canceled and reported messages are left out, and so are answers whose earning was taken back. Help tickets are free and never count.',
  'We uphold a claim when we agree that the answer didn’t answer the question, or when the person who wrote it doesn’t respond. Then the message counts as not answered. If the other person gives the money back, it’s left out.',
  'The time runs from the payment to the answer, with the days in which a clarifying question waited for the sender. It’s rounded up to whole hours, above 48 hours to whole days, and never down.',
  '“Refunded” is the share of the price that went back to senders: automatically, by our decision, or through their bank. A refund that’s on its way counts, an open dispute doesn’t. Plans aren’t included.',
  'A month in which fewer than 20 messages were answered or left unanswered says “Too few to say”.',
  'A month can still change: a refund or a dispute is counted where the message ended.',
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
