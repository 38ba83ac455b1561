import { Dialog } from '#web/ui/Dialog.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { SHORTCUTS, switchShortcuts, useShortcutsOn } from './shortcuts.ts';

/* The keyboard shortcuts of the answer session, and the switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useShortcutsOn();
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
        {SHORTCUTS.map(({ key, words }) => (
          <Shortcut key={key} keys={key === 'Escape' ? 'Esc' : key} words={words} />
        ))}
        <Shortcut keys="Ctrl + Enter" words="Send what you wrote" />
      </dl>
      <Switch
        checked={isOn}
        onCheckedChange={switchShortcuts}
        label="Single keys"
        hint="They do nothing while you type in a field. Ctrl + Enter always works."
      />
    </Dialog>
  );
}

function Shortcut({ keys, words }: { keys: string; words: string }) {
  return (
    <>
      <dt>
        <kbd className="inline-grid min-w-8 place-items-center rounded-letter border border-edge bg-card px-2 py-0.5 font-sans text-[0.875rem]">
          {keys}
        </kbd>
      </dt>
      <dd className="text-[0.9375rem]">{words}</dd>
    </>
  );
}
