import { CircleCheck, CircleX } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { isTextOfLetter } from '../compare-text.ts';

export type CompareTextProps = { verificationId: string; textHash: string };

type Outcome = 'empty' | 'matches' | 'differs';

/*
 * Compares a pasted text with the letter, in this browser. The field is not controlled: what is pasted before the app has loaded
 * stays in it.
 */
export function CompareText({ verificationId, textHash }: CompareTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const compared = useRef<string>(undefined);
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value ?? '';
    compared.current = text;
    if (text.trim() === '') {
      field.current?.focus();
      return setOutcome('empty');
    }
    const matches = await isTextOfLetter(text, { verificationId, textHash });
    setOutcome(matches ? 'matches' : 'differs');
  };
  return (
    <section aria-labelledby="compare">
      <h2 id="compare" className="font-serif text-xl">
        Compare a text with this answer
      </h2>
      <noscript>
        <p className="mt-2">Comparing a text needs JavaScript. Please allow it for this site.</p>
      </noscript>
      <form noValidate onSubmit={(event) => void compare(event)} className="mt-3 grid gap-4">
        <Field
          label="Text of the answer"
          hint="Paste the whole text, without the lines above and below it. It’s compared in your browser and sent nowhere."
          error={outcome === 'empty' ? 'Please paste the text of the answer' : undefined}
        >
          <TextArea
            ref={field}
            rows={6}
            autoComplete="off"
            spellCheck={false}
            // React reports what was pasted before it took over the page, maybe after the comparison.
            onChange={({ target }) => {
              if (target.value !== compared.current) setOutcome(undefined);
            }}
          />
        </Field>
        <Button type="submit" block variant="quiet">
          Compare
        </Button>
        <div role="status">
          {outcome === 'matches' && (
            <Banner tone="earned" icon={CircleCheck} title="The text matches">
              It’s exactly the text of this answer.
            </Banner>
          )}
          {outcome === 'differs' && (
            <Banner tone="due" icon={CircleX} title="The text doesn’t match">
              At least one character differs from this answer. A part of it doesn’t match either.
            </Banner>
          )}
        </div>
      </form>
    </section>
  );
}
