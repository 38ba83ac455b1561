import { useRef, useState } from 'react';
import { serverNow } from '#web/api/clock.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { Button } from '#web/ui/Button.tsx';
import { List, ListItem } from '#web/ui/List.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { MoreMenu } from '#web/ui/MoreMenu.tsx';
import { hasPasskeys } from '../../passkey-browser.ts';
import { useDeskLink } from './desk-link.ts';
import type { PasskeyDialogProps } from './PasskeyDialog.tsx';
import { confirmWords, deskWords, type Passkey, passkeyWords } from './session-words.ts';

const PasskeyDialog = lazyPart<PasskeyDialogProps>(
  async () => (await import('./PasskeyDialog.tsx')).PasskeyDialog,
);

type PasskeysProps = {
  passkeys: readonly Passkey[];
  /** Whether the user has just signed out everywhere else, which leaves the passkeys. */
  remain: boolean;
};

/* The user's passkeys: to add, rename and remove. docs/product/auth.md#passkeys */
export function Passkeys({ passkeys, remain }: PasskeysProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [task, setTask] = useState<PasskeyDialogProps['task']>();
  const staff = useCurrentUser().permissionIds.length > 0;
  const given = useDeskLink();
  const [isUsed, setUsed] = useState(false);
  const link = isUsed ? undefined : given;
  const now = serverNow();
  const confirms = passkeys.some(({ opensDeskFrom: from }) => from !== null && from <= now);
  const proof = staff ? (link ?? (confirms ? 'PASSKEY' : undefined)) : undefined;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 ref={heading} tabIndex={-1} data-quiet-focus className="font-serif text-xl">
        Passkeys
      </h2>
      <p className="text-soft">
        Sign in with your fingerprint, face or screen lock. Fake sign-in pages can’t steal a
        passkey. Your password still works.
      </p>
      {remain && passkeys.length > 0 && (
        <p role="status" className="font-semibold">
          These can still sign in. Remove each one that you don’t know.
        </p>
      )}
      {passkeys.length > 0 && (
        <List label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              remains={remain}
              onRename={() => setTask({ kind: 'rename', passkey })}
              onRemove={() => setTask({ kind: 'remove', passkey })}
            />
          ))}
        </List>
      )}
      {link && staff && (
        <p className="mt-3">
          Your operator’s link is for one passkey that opens the desk. Add it on the device that you
          work with.
        </p>
      )}
      {!hasPasskeys() ? (
        <p className="text-soft">This browser can’t make passkeys.</p>
      ) : staff && proof === undefined ? (
        <p className="mt-3 text-soft">
          You’re staff. To add a passkey, ask an operator for a link
          {passkeys.some(({ opensDeskFrom }) => opensDeskFrom !== null)
            ? ', or wait until one of yours opens the desk.'
            : '.'}
        </p>
      ) : (
        <Button
          variant="quiet"
          size="md"
          block
          className="mt-3"
          onClick={() => setTask({ kind: 'add', proof })}
        >
          {link && staff ? 'Add a passkey for the desk' : 'Add a passkey'}
        </Button>
      )}
      {task && (
        <PasskeyDialog
          task={task}
          onClose={() => setTask(undefined)}
          onAdded={() => setUsed(true)}
          returnFocus={() => heading.current}
        />
      )}
    </section>
  );
}

type PasskeyRowProps = {
  passkey: Passkey;
  /** Whether it remains after the user signed out everywhere else. */
  remains: boolean;
  onRename: () => void;
  onRemove: () => void;
};

function PasskeyRow({ passkey, remains, onRename, onRemove }: PasskeyRowProps) {
  const now = serverNow();
  // Somebody else may have added it; then its removal needs no password.
  const isNew = now < passkey.confirmsFrom;
  const removal = isNew ? 'Not you? Remove' : 'Remove';
  const confirms = confirmWords(passkey, now);
  const desk = deskWords(passkey, now);
  return (
    <ListItem className="flex min-h-18 items-center gap-x-3 py-3">
      <span className="min-w-0 flex-1">
        <span dir="auto" className="wrap-anywhere block font-semibold">
          {passkey.name}
        </span>
        <span className="block text-soft">{passkeyWords(passkey, now)}</span>
        {desk && <span className="block text-[0.9375rem] text-soft">{desk}</span>}
        {confirms && <span className="block text-[0.9375rem] text-soft">{confirms}</span>}
        {(isNew || remains) && (
          <Button
            variant="quiet"
            size="md"
            className="mt-2"
            aria-label={`${removal} ${passkey.name}`}
            onClick={onRemove}
          >
            {removal}
          </Button>
        )}
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
