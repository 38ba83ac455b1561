import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { sentenceOf } from '#web/api/failure-words.ts';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { beginSession } from './begin-session.ts';

const FAILED = 'We couldn’t sign you in with a passkey. Please try again.';

/* Signs in with a passkey instead of the form. What that needs loads at the press. docs/product/auth.md#passkeys */
export function PasskeyButton({
  size,
  words = 'Sign in with a passkey',
}: Pick<ButtonProps, 'size'> & { words?: ReactNode }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const signIn = async () => {
    setBusy(true);
    try {
      const { signInWithPasskey } = await import('./passkey-sign-in.ts');
      navigate(beginSession(await signInWithPasskey()), { replace: true });
    } catch (fault) {
      toast.error(sentenceOf(fault) ?? FAILED);
      setBusy(false);
    }
  };
  return (
    // The style sheet hides it where the browser has no passkeys, which a rendered page cannot know.
    <Button
      variant="quiet"
      {...(size && { size })}
      block
      busy={busy}
      onClick={signIn}
      className="with-passkeys"
    >
      {words}
    </Button>
  );
}
