import { useId, useState } from 'react';
import { RecorderDialog } from '../features/voice/RecorderDialog.tsx';
import { RecorderPanel } from '../features/voice/RecorderPanel.tsx';
import { TypingPlayer } from '../features/voice/TypingPlayer.tsx';
import { usePlayback } from '../features/voice/use-playback.ts';
import { useRecorder } from '../features/voice/use-recorder.ts';
import { VoicePlayer } from '../features/voice/VoicePlayer.tsx';
import { Button } from '../ui/Button.tsx';

/* The recorder with the microphone of this machine, and the players. */
export function VoicePage() {
  const [recorder, state] = useRecorder('gallery', 180);
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const playback = usePlayback(undefined, 46);
  const parts = {
    recorder,
    state,
    partOf: 'your paid answer',
    hearer: 'Noah',
    onClose: () => setOpen(false),
    onWrite: () => setOpen(false),
  };
  return (
    <div className="grid max-w-[432px] gap-6 p-5">
      <Button onClick={() => setOpen(true)}>Record</Button>
      {isOpen && <RecorderDialog {...parts} />}
      {!isOpen && <RecorderPanel {...parts} titleId={titleId} inPane />}
      <VoicePlayer playback={playback} seconds={46} peaks={PEAKS} label="Answer of Ana" />
      <TypingPlayer playback={playback} seconds={46} peaks={PEAKS} />
    </div>
  );
}

const PEAKS = Array.from({ length: 70 }, (_, nth) => 10 + ((nth * 37) % 90));
