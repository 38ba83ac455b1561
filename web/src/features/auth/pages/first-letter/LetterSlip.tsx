import { Mail } from 'lucide-react';
import { firstName } from '#web/features/conversations/conversation.ts';

export type LetterSlipProps = {
  /** The full name of the recipient. */
  to: string;
  subject: string;
};

/* The letter that waits while its sender registers. */
export function LetterSlip({ to, subject }: LetterSlipProps) {
  return (
    <div className="letter flex items-center gap-3 px-4 py-3">
      <Mail aria-hidden size={20} className="shrink-0 text-soft" />
      <div className="min-w-0">
        <p className="text-[0.875rem] text-soft">
          Your letter to <bdi>{firstName(to)}</bdi>
        </p>
        <p dir="auto" className="truncate font-semibold font-serif text-lg leading-snug">
          {subject}
        </p>
      </div>
    </div>
  );
}
