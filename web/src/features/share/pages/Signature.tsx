import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Code } from './Code.tsx';
import { copyFormatted } from './copy-formatted.ts';
import { signatureElement, signatureText } from './signature.ts';

/* The signature for emails, formatted and as plain text. */
export function Signature() {
  const { fullName, username } = useCurrentUser();
  const person = { fullName, username };
  const text = signatureText(person);
  const copySignature = () =>
    copyFormatted(signatureElement(person).outerHTML, text, 'Signature copied');
  return (
    <div className="grid gap-5">
      <Preview {...person} />
      <Button block icon={<Copy aria-hidden size={20} />} onClick={copySignature}>
        Copy signature
      </Button>
      <p className="text-soft">
        Paste it into the signature in the settings of your email program. If the program takes only
        plain text, use this:
      </p>
      <Code label="The signature as plain text">{text}</Code>
      <Button block variant="quiet" onClick={() => copyText(text, 'Plain text copied')}>
        Copy plain text
      </Button>
    </div>
  );
}

function Preview({ fullName, username }: { fullName: string; username: string }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(signatureElement({ fullName, username }));
  }, [fullName, username]);
  return (
    // Light in both color schemes, as in most emails. Its own colors: the pairs of the design follow the whole page in browsers
    // without light-dark().
    <section
      ref={place}
      aria-label="Preview"
      className="wrap-anywhere rounded-letter border border-[#e3dac8] bg-[#ffffff] px-5 py-6 text-[#16233b] [color-scheme:light]"
    />
  );
}
