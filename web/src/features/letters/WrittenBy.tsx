import { Link as LinkIcon, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { DELETED_NAME } from '#shared/rules/accounts/deleted-account.ts';
import { canBeSigned } from '#shared/rules/conversations/written-by.ts';
import type { Instant } from '#shared/time.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { firstName, type Message } from '../conversations/conversation.ts';
import { copyLink } from '../profiles/share.ts';
import { signedFilesWords, writtenByWords } from './written-by-words.ts';

const SignLetter = lazyPart(async () => (await import('./SignLetter.tsx')).SignLetter);

export type WrittenByProps = {
  conversationId: string;
  message: Message;
  written: NonNullable<Message['written']>;
  own: boolean;
  now: Instant;
};

/* At the foot of an answer: how it was written, and a menu to check it. docs/product/conversations.md#written-by */
export function WrittenBy({ conversationId, message, written, own, now }: WrittenByProps) {
  const navigate = useNavigate();
  const name = message.senderName === DELETED_NAME ? 'the author' : firstName(message.senderName);
  const page = paths.checkLetter(written.verificationId);
  const offersSignature = own && !written.signedAt && canBeSigned(message.dateTimeSent, now);
  return (
    <>
      <div className="-mr-2.5 flex min-h-11 items-center gap-2">
        <p className="min-w-0 flex-1 text-[0.875rem] text-soft">
          {[writtenByWords(name, written), signedFilesWords(message.attachments)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <MoreMenu
          label="About this answer"
          about="This answer"
          items={[
            {
              label: 'Copy link to check this answer',
              icon: <LinkIcon aria-hidden size={18} />,
              onSelect: () => void copyLink(linkTo(page, name)),
            },
            {
              label: 'Check this answer',
              icon: <ShieldCheck aria-hidden size={18} />,
              onSelect: () => navigate(page),
            },
          ]}
        />
      </div>
      {offersSignature && (
        <SignLetter inboxId={conversationId} messageId={message.id} hash={written.hash} />
      )}
    </>
  );
}

const linkTo = (page: string, name: string) => ({
  url: `${window.location.origin}${page}`,
  text: `Check an answer by ${name}`,
});
