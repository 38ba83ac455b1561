import { useState } from 'react';
import { CAPTION_MAX } from '#shared/rules/attachments/attachments.ts';
import { shortened } from '#shared/rules/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type Placed = { readonly position: number; readonly caption: string };

export type PlaceInTextProps = {
  title: string;
  /** The texts of the paragraphs. */
  blocks: readonly string[];
  /** Where it stands now; undefined if it does not stand in the text. */
  placed: Placed | undefined;
  /** Called with undefined to take it out of the text. */
  onPlace: (placed: Placed | undefined) => void;
  onClose: () => void;
};

/* Chooses after which paragraph of the answer a picture stands, and its caption. */
export function PlaceInText({ title, blocks, placed, onPlace, onClose }: PlaceInTextProps) {
  const [position, setPosition] = useState(() =>
    Math.min(placed?.position ?? Math.max(1, blocks.length - 1), blocks.length),
  );
  const [caption, setCaption] = useState(placed?.caption ?? '');
  const save = () => onPlace({ position, caption: caption.trim() });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${title} in the text`}
      actions={
        <>
          <Button onClick={save}>Put it here</Button>
          {placed && (
            <Button variant="quiet" onClick={() => onPlace(undefined)}>
              Under the text instead
            </Button>
          )}
        </>
      }
    >
      <Field label="Caption" optional hint="Shown under the picture, and read aloud with it.">
        <TextInput
          maxLength={CAPTION_MAX}
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
        />
      </Field>
      <Field label="After which paragraph?" group="radios">
        <RadioCards
          value={String(position)}
          onValueChange={(value) => setPosition(Number(value))}
          options={blocks.map((block, index) => ({
            value: String(index + 1),
            label: shortened(block, 80) || 'An empty line',
          }))}
        />
      </Field>
    </Dialog>
  );
}
