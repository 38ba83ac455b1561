import { HandCoins } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { declineReturns } from '#shared/messages/payments.ts';
import type { Side } from '#shared/rules/conversations/conversations.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { type Conversation, firstName } from '../conversation.ts';

const ConfirmClaim = lazyPart(async () => (await import('./ConfirmClaim.tsx')).ConfirmClaim);

/** The menu item with which the recipient ends a claim by giving the money back, and its confirmation. */
export function useGiveBack(
  conversation: Conversation,
  side: Side,
): { readonly items: readonly MenuItem[]; readonly dialog: ReactNode } {
  const [isConfirming, setConfirming] = useState(false);
  const { claim, senderName, price } = conversation;
  if (!claim?.actions.includes('giveBack')) return { items: [], dialog: null };
  const item: MenuItem = {
    label: 'Give the money back',
    hint: declineReturns(firstName(senderName), price),
    icon: <HandCoins aria-hidden size={18} />,
    onSelect: () => setConfirming(true),
  };
  const dialog = isConfirming && (
    <ConfirmClaim
      conversation={conversation}
      side={side}
      action="giveBack"
      onClose={() => setConfirming(false)}
    />
  );
  return { items: [item], dialog };
}
