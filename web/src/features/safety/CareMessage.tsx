import { HelpLines } from '../conversations/thread/HelpLines.tsx';
import type { Statement } from './statement-words.ts';

/** A message of staff to somebody who may be in danger, with help lines at hand. It is no decision. docs/product/desk.md#danger */
export function CareMessage({ statement: { facts, reason } }: { statement: Statement }) {
  return (
    <div className="grid gap-4">
      <p className="text-soft">{facts}</p>
      <p
        dir="auto"
        className="letter wrap-anywhere whitespace-pre-line px-5 py-4 font-serif text-[1.0625rem] leading-7"
      >
        {reason}
      </p>
      <HelpLines />
    </div>
  );
}
