/* Code or text to copy, which one press selects as a whole. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <section aria-label={label}>
      <code className="wrap-anywhere block select-all whitespace-pre-wrap rounded-letter border border-rule bg-tint px-3 py-2 text-[0.875rem]">
        {children}
      </code>
    </section>
  );
}
