import { MailCheck } from 'lucide-react';
import { cents, formatMoney } from '#shared/money.ts';
import { STAGE } from '#web/stage.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Postmark } from '#web/ui/Postmark.tsx';
import { Stamp } from '#web/ui/Stamp.tsx';
import { DEFAULT_EXAMPLE } from './default-example.ts';

/* An example from question to answer: the letter with its stamp, and the answer with its postmark. The settings can have another one. */
export function ExampleLetters() {
  const example = STAGE.example ?? DEFAULT_EXAMPLE;
  const price = cents(example.priceCents);
  return (
    <figure aria-label="An example" className="relative mt-8 wide:mt-0">
      <div className="letter ml-4 rotate-[1.2deg] p-4 pb-8 wide:ml-10 wide:p-5 wide:pb-9">
        <div className="float-right ml-3 [&>svg]:w-19 wide:[&>svg]:w-23">
          <Stamp price={price} tilted />
        </div>
        <p className="text-[0.9375rem] text-soft">
          An example: {example.from} to {example.to}
        </p>
        <p className="mt-1 font-semibold font-serif text-xl leading-snug">{example.subject}</p>
        <p className="mt-1.5 font-serif text-lg leading-[1.45]">{example.question}</p>
      </div>
      <div className="letter relative -mt-4 mr-2 p-4 wide:mr-8 wide:p-6">
        <div className="flex items-center gap-3">
          <Avatar name={example.to} />
          <div className="min-w-0 flex-1">
            <p className="font-semibold leading-snug">{example.to}</p>
            <p className="text-[0.9375rem] text-soft leading-snug">{example.answeredAfter}</p>
          </div>
          <div className="-mt-2 -mb-3 [&>svg]:w-26 wide:[&>svg]:w-29">
            <Postmark
              state="answered"
              day={example.answeredOn.day}
              year={example.answeredOn.year}
            />
          </div>
        </div>
        {example.answer.map((paragraph) => (
          <p key={paragraph} className="mt-3 font-serif text-lg leading-[1.5]">
            {paragraph}
          </p>
        ))}
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-rule border-t pt-3 text-[0.9375rem] text-soft">
          <Chip tone="earned" icon={MailCheck}>
            Answered
          </Chip>
          {formatMoney(price)} paid. {example.afterwards}
        </p>
      </div>
    </figure>
  );
}
