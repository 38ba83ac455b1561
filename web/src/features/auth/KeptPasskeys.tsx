import type { Instant } from '#shared/time.ts';
import { serverNow } from '../../api/clock.ts';
import { momentWords } from '../../shell/dates.ts';
import { CheckCard } from '../../ui/CheckCard.tsx';

export type ListedPasskey = {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
};

type KeptPasskeysProps = {
  passkeys: readonly ListedPasskey[];
  /** The ids of those that stay. */
  kept: readonly string[];
  onChange: (kept: readonly string[]) => void;
};

/* The passkeys of an account, to keep each or to end it with a new password or a recovery. docs/product/auth.md#passkeys */
export function KeptPasskeys({ passkeys, kept, onChange }: KeptPasskeysProps) {
  if (passkeys.length === 0) return null;
  const now = serverNow();
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">Which passkeys stay?</legend>
      <p className="text-soft">
        Tick the ones that you know. All others are removed, because someone else may have added
        them.
      </p>
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <CheckCard
          key={id}
          label={<span dir="auto">{name}</span>}
          hint={
            lastUsedAt === null
              ? `Added ${momentWords(createdAt, now)}, not used yet`
              : `Added ${momentWords(createdAt, now)}, last used ${momentWords(lastUsedAt, now)}`
          }
          checked={kept.includes(id)}
          onCheckedChange={(stays) =>
            onChange(stays ? [...kept, id] : kept.filter((one) => one !== id))
          }
        />
      ))}
      <p role="status" className="text-soft">
        {endWords(passkeys.length - kept.length)}
      </p>
    </fieldset>
  );
}

/** How many passkeys end. */
const endWords = (ended: number): string => {
  if (ended <= 0) return 'All of them stay.';
  return ended === 1 ? '1 passkey will be removed.' : `${ended} passkeys will be removed.`;
};
