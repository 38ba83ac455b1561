import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { openPicture, PictureError } from '../../ui/pictures.ts';

export type PicturePickerProps = {
  /** Whether a picture was chosen before. */
  another: boolean;
  onPick: (picture: ImageBitmap) => void;
  /** Called with the reason why a file cannot be used. */
  onFault: (sentence: string) => void;
};

/* A button that asks for an image file and opens it. */
export function PicturePicker({ another, onPick, onFault }: PicturePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState(false);
  const pick = async (file: File) => {
    setOpening(true);
    try {
      onPick(await openPicture(file));
    } catch (fault) {
      if (!(fault instanceof PictureError)) throw fault;
      onFault(fault.message);
    } finally {
      setOpening(false);
    }
  };
  return (
    <div className="grid justify-items-center">
      <Button
        variant={another ? 'quiet' : 'primary'}
        size="md"
        busy={opening}
        icon={<ImagePlus aria-hidden size={18} />}
        onClick={() => input.current?.click()}
      >
        {another ? 'Choose another picture' : 'Choose a picture'}
      </Button>
      <FileInput ref={input} label="Picture" accept="image/*" onPick={pick} />
    </div>
  );
}
