import { HeartHandshake, Siren } from 'lucide-react';
import { EMERGENCY_REASONS } from '#shared/rules/desk/reports.ts';
import { Banner } from '../../ui/Banner.tsx';
import { HelpLines } from '../conversations/thread/HelpLines.tsx';

/* What helps at once, for reasons where waiting for staff would be too slow; nothing for other reasons. */
export function HelpNow({ reason }: { reason: string }) {
  if (reason === 'SUICIDE_SELFINJURY') {
    return (
      <Banner tone="held" icon={HeartHandshake} title="Thank you for looking out for them">
        <p className="mb-2">Help is there at once, for them and for you:</p>
        <HelpLines />
      </Banner>
    );
  }
  if (!EMERGENCY_REASONS.includes(reason)) return null;
  return (
    <Banner tone="held" icon={Siren} title="In danger right now?">
      Call the emergency number first: 911 in the United States and Canada, 112 in Europe. We can’t
      come as fast as they can.
    </Banner>
  );
}
