/** A key as it is written beside what it does, where there is a keyboard: on a wide screen. */
export function Key({ children, onInk = false }: { children: string; onInk?: boolean }) {
  return (
    <kbd
      aria-hidden
      className={`hidden min-h-6 min-w-6 place-items-center rounded-md border px-1.5 font-sans font-semibold text-[0.8125rem] leading-none wide:inline-grid ${onInk ? 'border-paper/50' : 'border-rule bg-card'}`}
    >
      {children}
    </kbd>
  );
}
