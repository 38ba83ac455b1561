import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Field } from '#web/ui/Field.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { Code } from './Code.tsx';
import { type EmbeddedPerson, type EmbedKind, embedCode, linkElement } from './embed-code.ts';

const KINDS = [
  { value: 'button', label: 'Button', hint: 'Your name and price, in one line' },
  { value: 'card', label: 'Card', hint: 'Your name, your price and the promise' },
  { value: 'link', label: 'Plain link', hint: 'For sites that allow no scripts' },
] as const;

/* The button, card or link for a site, with a preview and its code. */
export function Embed() {
  const person = useCurrentUser();
  const [kind, setKind] = useState<EmbedKind>('button');
  const code = embedCode(kind, person);
  return (
    <div className="grid gap-5">
      <Field label="What your site shows" group="radios">
        <RadioCards value={kind} onValueChange={setKind} options={KINDS} />
      </Field>
      <section aria-label="Preview" className="letter grid min-h-24 items-center px-5 py-6">
        <Preview key={kind} kind={kind} person={person} />
      </section>
      <Code label="The code for your site">{code}</Code>
      <Button
        block
        icon={<Copy aria-hidden size={20} />}
        onClick={() => copyText(code, 'Code copied')}
      >
        Copy the code
      </Button>
      <p className="text-soft">
        {kind === 'link'
          ? 'The link shows no price, so it never becomes wrong.'
          : 'It shows your current price, sets no cookies and stores nothing. If it can’t load, it’s a plain link. If you change your username, change it in the code too.'}
      </p>
    </div>
  );
}

/** What the code shows, drawn by the same script. */
function Preview({ kind, person }: { kind: EmbedKind; person: EmbeddedPerson }) {
  const place = useRef<HTMLDivElement>(null);
  const { username, fullName } = person;
  useEffect(() => {
    const element = place.current;
    if (kind === 'link') {
      const link = linkElement({ username, fullName });
      link.className = 'inline-flex min-h-11 items-center text-back underline underline-offset-4';
      element?.append(link);
    } else {
      const script = document.createElement('script');
      Object.assign(script.dataset, { username, kind });
      script.src = '/embed.js';
      element?.append(script);
    }
    return () => element?.replaceChildren();
  }, [kind, username, fullName]);
  return <div ref={place} className="wrap-anywhere min-w-0" />;
}
