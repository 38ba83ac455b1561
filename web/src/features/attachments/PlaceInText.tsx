import { CAPTION_MAX } from '#shared/rules/attachments/attachments.ts';
import { shortened } from '#shared/rules/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

/** Where a picture stands in a text: after how many paragraphs, and with which caption. */
export type PlacedSo = { readonly position: number; readonly caption: string };

export type PlaceInTextProps = {
  title: string;
  /** The texts of the paragraphs. */
  blocks: readonly string[];
  /** The place and the caption in the form. */
  chosen: PlacedSo;
  onChange: (chosen: PlacedSo) => void;
  /** Whether it stands in the text now. */
  isPlaced: boolean;
  /** Called with undefined to take it out of the text. */
  onPlace: (placed: PlacedSo | undefined) => void;
  onClose: () => void;
};

/* Chooses after which paragraph of the answer a picture stands, and its caption. */
export function PlaceInText(props: PlaceInTextProps) {
  const { title, blocks, chosen, onChange, isPlaced, onPlace, onClose } = props;
  const { caption } = chosen;
  const position = Math.min(chosen.position, blocks.length);
  const save = () => onPlace({ position, caption: caption.trim() });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${title} in the text`}
      actions={
        <>
          <Button onClick={save}>Put it here</Button>
          {isPlaced && (
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
          onChange={(event) => onChange({ ...chosen, caption: event.currentTarget.value })}
        />
      </Field>
      <Field label="After which paragraph?" group="radios">
        <RadioCards
          value={String(position)}
          onValueChange={(value) => onChange({ ...chosen, position: Number(value) })}
          options={blocks.map((block, index) => ({
            value: String(index + 1),
            label: shortened(block, 80) || 'An empty line',
          }))}
        />
      </Field>
    </Dialog>
  );
}
