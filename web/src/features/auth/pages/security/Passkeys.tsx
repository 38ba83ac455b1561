import { useRef, useState } from 'react';
import { serverNow } from '../../../../api/clock.ts';
import { Button } from '../../../../ui/Button.tsx';
import { List, ListItem } from '../../../../ui/List.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { MoreMenu } from '../../../../ui/MoreMenu.tsx';
import { hasPasskeys } from '../../passkey-browser.ts';
import type { PasskeyDialogProps } from './PasskeyDialog.tsx';
import { confirmWords, type Passkey, passkeyWords } from './session-words.ts';

const PasskeyDialog = lazyPart<PasskeyDialogProps>(
  async () => (await import('./PasskeyDialog.tsx')).PasskeyDialog,
);

/* The user's passkeys: to add, rename and remove. docs/product/auth.md#passkeys */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [task, setTask] = useState<PasskeyDialogProps['task']>();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 ref={heading} tabIndex={-1} data-quiet-focus className="font-serif text-xl">
        Passkeys
      </h2>
      <p className="text-soft">
        A passkey signs you in with your fingerprint, face or screen lock, and nobody can steal it
        with a false page. Your password still works.
      </p>
      {passkeys.length > 0 && (
        <List label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setTask({ kind: 'rename', passkey })}
              onRemove={() => setTask({ kind: 'remove', passkey })}
            />
          ))}
        </List>
      )}
      {hasPasskeys() ? (
        <Button
          variant="quiet"
          size="md"
          block
          className="mt-3"
          onClick={() => setTask({ kind: 'add' })}
        >
          Add a passkey
        </Button>
      ) : (
        <p className="text-soft">This browser cannot make passkeys.</p>
      )}
      {task && (
        <PasskeyDialog
          task={task}
          onClose={() => setTask(undefined)}
          returnFocus={() => heading.current}
        />
      )}
    </section>
  );
}

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const now = serverNow();
  const confirms = confirmWords(passkey, now);
  return (
    <ListItem className="flex min-h-18 items-center gap-x-3 py-3">
      <span className="min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {passkey.name}
        </span>
        <span className="block text-soft">{passkeyWords(passkey, now)}</span>
        {confirms && <span className="block text-[0.9375rem] text-soft">{confirms}</span>}
      </span>
      <MoreMenu
        label={`More about ${passkey.name}`}
        about={passkey.name}
        items={[
          { label: 'Rename', onSelect: onRename },
          { label: 'Remove', onSelect: onRemove },
        ]}
      />
    </ListItem>
  );
}
