import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { viewPasskeys } from '#shared/api/passkeys.ts';
import { signAnswer } from '#shared/api/verifications.ts';
import { call, isRefusal } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { useWrite } from '../../forms/use-write.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';
import { hasPasskeys, signWithPasskey } from '../auth/passkey-browser.ts';
import { changeThread } from '../conversations/thread/refresh-thread.ts';

export type SignLetterProps = {
  inboxId: string;
  messageId: string;
  /** The hash of the answer, which the passkey signs. */
  hash: string;
};

/* Signs one’s own answer with a passkey, if there is one. docs/product/conversations.md#signing-an-answer */
export function SignLetter({ inboxId, messageId, hash }: SignLetterProps) {
  const passkeys = useQuery({ ...query(viewPasskeys, {}), enabled: hasPasskeys() });
  const signing = useWrite({
    mutationFn: async () => {
      const response = await signWithPasskey(hash);
      await changeThread('recipient', () => call(signAnswer, { ...response, inboxId, messageId }));
    },
    onSuccess: () => toast.success('Your answer is signed'),
  });
  if (!passkeys.data?.data.length) return null;
  return (
    <div className="mb-5 grid gap-2">
      <Button
        variant="quiet"
        size="md"
        icon={<KeyRound aria-hidden size={18} />}
        busy={signing.isPending}
        onClick={() => signing.mutate()}
      >
        Sign it with your passkey
      </Button>
      {signing.error && (
        <p role="alert" className="font-medium text-[0.875rem] text-red-text">
          {isRefusal(signing.error)
            ? signing.error.message
            : 'There was an error while signing your answer. Please try again.'}
        </p>
      )}
    </div>
  );
}
