import { Download } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { freshLinks } from './links.ts';
import type { TitledFile } from './shown-files.ts';

/** Saves the file under its name. The address is made for this press. */
export function SaveButton({ conversationId, file }: { conversationId: string; file: TitledFile }) {
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    try {
      const links = await freshLinks(conversationId, file.id);
      setFailed(links === undefined);
      if (links) openDownload(links.downloadUrl, file.name);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <IconButton
        label={`Save ${file.title}`}
        icon={<Download aria-hidden size={22} />}
        className="text-current!"
        onClick={() => void save()}
      />
      {hasFailed && (
        <p role="alert" className="col-span-3 text-[0.875rem]">
          It couldn’t be saved. Please try again.
        </p>
      )}
    </>
  );
}

/** The address answers with a file to keep, so the page stays. */
function openDownload(address: string, name: string): void {
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name, rel: 'noopener' });
  link.click();
}
