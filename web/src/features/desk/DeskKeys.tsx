import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../ui/Dialog.tsx';

/* The keys of the desk: move between the links of a list, go back, and show the keys. */

const KEYS = [
  ['j, k', 'next and previous row'],
  ['Enter', 'open the row'],
  ['u', 'back'],
  ['1, 2', 'choose the first or second decision'],
  ['r', 'write the reason'],
  ['Ctrl or Cmd + Enter', 'send the form'],
  ['?', 'show these keys'],
] as const;

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'radio');

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-desk-rows] a')];

function move(by: 1 | -1): void {
  const all = rows();
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (by === 1 ? 0 : all.length - 1) : at + by;
  all[Math.min(Math.max(next, 0), all.length - 1)]?.focus();
}

/** Chooses the decision with this number, if the screen has a decision form. */
function choose(number: number): void {
  const options = document.querySelectorAll<HTMLInputElement>(
    '[data-desk-decision] input[type="radio"][name]',
  );
  const option = options[number - 1];
  option?.click();
  option?.focus();
}

/** The form of what has the focus; without one, the form of the decision. */
const formAt = (target: EventTarget | null): HTMLFormElement | null | undefined =>
  (target instanceof HTMLElement ? target.closest('form') : null) ??
  document.querySelector('[data-desk-decision]')?.closest('form');

export function DeskKeys({ back }: { back: string | undefined }) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (document.querySelector('dialog[open]')) return;
      if ((event.ctrlKey || event.metaKey) && key === 'Enter') {
        event.preventDefault();
        formAt(target)?.requestSubmit();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(target)) return;
      const action = {
        j: () => move(1),
        k: () => move(-1),
        u: () => back && navigate(back),
        1: () => choose(1),
        2: () => choose(2),
        r: () => document.querySelector<HTMLElement>('[data-desk-reason]')?.focus(),
        '?': () => setShown(true),
      }[key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    // In the capture phase, because an editor would make a line break of Ctrl+Enter.
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, [back, navigate]);
  return (
    <Dialog open={shown} onOpenChange={setShown} title="Keys of the desk">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="font-semibold">{key}</dt>
            <dd className="text-soft">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
