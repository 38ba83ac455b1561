import { cents } from '../../../../../shared/money.ts';
import { serverNow } from '../../../api/clock.ts';
import { postmarkDay } from '../../../shell/dates.ts';
import { Postmark } from '../../../ui/Postmark.tsx';
import { Stamp } from '../../../ui/Stamp.tsx';

/* A picture of the product: a question with its price, and the answer with its postmark. */
export function AnsweredLetter() {
  return (
    <figure
      aria-label="An example: a question with a $25 stamp, and its answer"
      className="relative mx-auto mt-8 mb-4 w-full max-w-96 wide:my-0"
    >
      <div className="letter ml-6 rotate-2 p-4 pr-[112px]">
        <p className="font-serif text-lg leading-snug">
          The clerk says one paper is missing and won’t say which. What now?
        </p>
        <div className="absolute top-3 right-3">
          <Stamp price={cents(2_500)} width={84} tilted />
        </div>
      </div>
      <div className="letter -mt-2 mr-6 relative -rotate-1 p-4">
        <div className="float-right -mt-2 -mr-2 ml-3">
          <Postmark state="answered" {...postmarkDay(serverNow())} width={116} />
        </div>
        <p className="font-serif text-lg leading-snug">
          It’s the certified copy of the lease. Don’t file again: hand it in within 28 days, under
          the same number.
        </p>
      </div>
    </figure>
  );
}
