import { useState } from 'react';
import { storedDraft } from '../../forms/stored-draft.ts';
import { Button } from '../../ui/Button.tsx';
import { Quote } from './Quote.tsx';

/** The name of the draft of an action's reason on this device. */
export const reasonKey = (id: string): string => `desk_${id}`;

/** The reason that was typed for a decision which somebody else made first. It stays on the device until it is deleted. */
export function UnsentReason({ id }: { id: string }) {
  const [draft] = useState(() => storedDraft(reasonKey(id)));
  const [text, setText] = useState(draft.read);
  if (text === '') return null;
  const remove = () => {
    draft.clear();
    setText('');
  };
  return (
    <div className="grid gap-3">
      <Quote about="Your reason, which was not sent">{text}</Quote>
      <Button size="md" variant="quiet" className="justify-self-start" onClick={remove}>
        Delete it
      </Button>
    </div>
  );
}
