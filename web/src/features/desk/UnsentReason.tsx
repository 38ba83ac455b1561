import { useEffect, useState } from 'react';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { oneLine } from '#shared/rules/text.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { keyPlace } from '../../api/send-once.ts';
import { storedDraft } from '../../forms/stored-draft.ts';
import { Button } from '../../ui/Button.tsx';
import type { DeskCase } from './desk-words.ts';
import { Quote } from './Quote.tsx';

/** The name of the draft of an action's reason on this device. */
export const reasonKey = (id: string): string => `desk_${id}`;

export type UnsentReasonProps = {
  id: string;
  /** The decision of the case, if it says who decided and why. */
  decision?: NonNullable<DeskCase['decision']>;
};

/**
 * The reason that was typed for an action which is done or not possible anymore. It stays on the device until it is
 * deleted. The reason of the viewer's own decision is not shown: after a lost response it is a draft although it was sent.
 */
export function UnsentReason({ id, decision }: UnsentReasonProps) {
  const viewer = useCurrentUser().id;
  const sent = decision?.by?.id === viewer ? decision.reason : undefined;
  return (
    <UnsentText
      draftKey={reasonKey(id)}
      name="Your reason"
      read={oneLine}
      sent={sent}
      isKnown={decision !== undefined}
    />
  );
}

/** The answer that was typed for a ticket which has ended. */
export const UnsentAnswer = ({ draftKey }: { draftKey: string }) => (
  <UnsentText draftKey={draftKey} name="Your answer" read={plainText} isKnown={false} />
);

type UnsentTextProps = {
  draftKey: string;
  name: string;
  /** The visible text of what is stored. */
  read: (stored: string) => string;
  /** The text that arrived. */
  sent?: string | undefined;
  /** Whether any other text is known not to have arrived; otherwise it may have, if its last response was lost. */
  isKnown: boolean;
};

function UnsentText({ draftKey, name, read, sent, isKnown }: UnsentTextProps) {
  const [draft] = useState(() => storedDraft(draftKey));
  const [key] = useState(() => keyPlace(draftKey));
  const [text, setText] = useState(() => read(draft.read()));
  const isSent = text === sent;
  useEffect(() => {
    if (!isSent) return;
    draft.clear();
    key.forget();
  }, [isSent, draft, key]);
  if (text === '' || isSent) return null;
  const fate = isKnown || key.read() === undefined ? 'wasn’t sent' : 'may have been sent';
  const remove = () => {
    draft.clear();
    key.forget();
    setText('');
  };
  return (
    <div className="grid gap-3">
      <Quote about={`${name}, which ${fate}`}>{text}</Quote>
      <Button size="md" variant="quiet" className="justify-self-start" onClick={remove}>
        Delete it
      </Button>
    </div>
  );
}
