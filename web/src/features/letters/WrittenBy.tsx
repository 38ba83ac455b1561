import { Link as LinkIcon, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { firstName, type Message } from '../conversations/conversation.ts';
import { copyLink } from '../profiles/share.ts';
import { writtenByWords } from './written-by-words.ts';

export type WrittenByProps = {
  message: Message;
  written: NonNullable<Message['written']>;
};

/* Under the postmark of an answer: how it was written, and a menu to check it. docs/product/conversations.md#written-by */
export function WrittenBy({ message, written }: WrittenByProps) {
  const navigate = useNavigate();
  const name = firstName(message.senderName);
  const page = paths.checkLetter(written.verificationId);
  return (
    <div className="-mt-3 -mr-2.5 mb-4 flex min-h-11 items-center gap-2">
      <p className="min-w-0 flex-1 text-[0.875rem] text-soft">{writtenByWords(name, written)}</p>
      <MoreMenu
        label="About this letter"
        about="This letter"
        items={[
          {
            label: 'Copy link to check this letter',
            icon: <LinkIcon aria-hidden size={18} />,
            onSelect: () => void copyLink(linkTo(page, name)),
          },
          {
            label: 'Check this letter',
            icon: <ShieldCheck aria-hidden size={18} />,
            onSelect: () => navigate(page),
          },
        ]}
      />
    </div>
  );
}

const linkTo = (page: string, name: string) => ({
  url: `${window.location.origin}${page}`,
  text: `Check a letter of ${name}`,
});
