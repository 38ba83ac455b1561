import { useState } from 'react';
import { HIDDEN, REWORDED_MAX } from '#shared/rules/public-answers/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type Choice = 'REWORD' | 'HIDE' | 'KEEP';

export type PlaceDialogProps = {
  /** What the letter says. */
  words: string;
  /** The words around them; empty if there are none. */
  context: string;
  /** The words in its place; empty if it is hidden, undefined if it is kept. */
  now: string | undefined;
  /** Whether it is a part of the name of the person who asked, which nobody can keep. */
  isName: boolean;
  onDecide: (words: string | undefined) => void;
  onClose: () => void;
};

/** The decision about a place of a copy: other words, hidden, or as it is. */
export function PlaceDialog({ words, context, now, isName, onDecide, onClose }: PlaceDialogProps) {
  const [choice, setChoice] = useState<Choice>(
    now === undefined ? (isName ? 'HIDE' : 'KEEP') : now === '' ? 'HIDE' : 'REWORD',
  );
  const [text, setText] = useState(now ?? '');
  const [tried, setTried] = useState(false);
  const isMissing = choice === 'REWORD' && text.trim() === '';
  const use = () => {
    setTried(true);
    if (isMissing) return;
    onDecide(choice === 'KEEP' ? undefined : choice === 'HIDE' ? '' : text.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`“${words}”`}
      above={context}
      actions={
        <Button onClick={use}>
          {choice === 'REWORD' && !isMissing ? `Use “${text.trim()}”` : 'Done'}
        </Button>
      }
    >
      <Field group="radios" label="In the public copy">
        <RadioCards
          value={choice}
          onValueChange={setChoice}
          options={[
            { value: 'REWORD', label: 'Reword it' },
            { value: 'HIDE', label: 'Hide it', hint: `Shown as ${HIDDEN}` },
            {
              value: 'KEEP',
              label: 'Keep it',
              hint: 'It doesn’t say who asked',
              refused: isName ? 'The name of the person who asked stays hidden' : undefined,
            },
          ]}
        />
      </Field>
      {choice === 'REWORD' && (
        <Field
          label="Other words"
          error={tried && isMissing ? 'Please write the other words' : undefined}
        >
          <TextInput
            value={text}
            maxLength={REWORDED_MAX}
            onChange={({ target: { value } }) => setText(value)}
          />
        </Field>
      )}
      <p className="text-[0.9375rem] text-soft">
        The letter and its signature stay as they are; only the public copy changes, and says so.
      </p>
    </Dialog>
  );
}
