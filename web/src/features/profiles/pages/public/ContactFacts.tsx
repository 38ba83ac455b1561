import { Lock, Mail, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { cancelUntil, HELD_TODAY } from '#shared/messages/payments.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import type { PublicProfile } from '../../public-profile.ts';

/* What somebody who writes may rely on, in three short lines. */
export function ContactFacts({ profile }: { profile: PublicProfile }) {
  return (
    <ul className="mt-5 grid gap-3 border-rule border-t pt-4 text-[0.9375rem] leading-snug">
      <Fact icon={<Lock aria-hidden className="size-4.5" />}>
        {HELD_TODAY} {cancelUntil(firstName(profile.fullName))}
      </Fact>
      <Fact icon={<PenLine aria-hidden className="size-4.5" />}>
        A real answer counts:{' '}
        {profile.tiers ? 'as long as its tier says' : '200 characters or more'}.
      </Fact>
      <Fact icon={<Mail aria-hidden className="size-4.5" />}>
        Then write on for free while it stays open.
      </Fact>
    </ul>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-soft">{icon}</span>
      <span>{children}</span>
    </li>
  );
}
