import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FileInput } from '../../ui/FileInput.tsx';
import { openPicture, PictureFault } from '../../ui/pictures.ts';

export type PicturePickerProps = {
  /** One is there already. */
  another: boolean;
  onPick: (picture: ImageBitmap) => void;
  /** Why the file is of no use. */
  onFault: (sentence: string) => void;
};

/* Asks for a picture file and opens it. */
export function PicturePicker({ another, onPick, onFault }: PicturePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [opening, setOpening] = useState(false);
  const pick = async (file: File) => {
    setOpening(true);
    try {
      onPick(await openPicture(file));
    } catch (fault) {
      if (!(fault instanceof PictureFault)) throw fault;
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
