import { Mic } from 'lucide-react';
import { plainText } from '#shared/rules/conversations/messages.ts';
import { firstName } from '#web/features/conversations/conversation.ts';
import { RichText } from '#web/ui/RichText.tsx';
import type { PublicProfile } from '../../public-profile.ts';

/* The person's bio and category. */
export function About({ profile, own }: { profile: PublicProfile; own: boolean }) {
  const category = [profile.categoryName, profile.subCategoryName].filter(Boolean).join(' · ');
  return (
    <div className="grid gap-4">
      {plainText(profile.bio) === '' ? (
        <p className="text-soft">
          {own ? 'You have' : `${firstName(profile.fullName)} has`} not written anything here yet.
        </p>
      ) : (
        <RichText html={profile.bio} plain />
      )}
      {category && <p className="text-[0.9375rem] text-soft">{category}</p>}
      {profile.takesVoice && (
        <p className="flex items-center gap-2 text-[0.9375rem] text-soft">
          <Mic aria-hidden size={18} className="shrink-0" />
          Takes voice questions, up to 1 minute
        </p>
      )}
    </div>
  );
}
