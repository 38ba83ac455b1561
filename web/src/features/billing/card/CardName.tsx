/* A card by its brand and last four digits. */
export function CardName({ cardBrand, cardLastFour }: { cardBrand: string; cardLastFour: string }) {
  return (
    <>
      <span className="rounded-letter bg-ink px-2 py-1 font-bold text-[0.6875rem] text-paper uppercase tracking-wide">
        {cardBrand}
      </span>
      <span className="flex-1 tabular-nums">
        <span aria-hidden>•••• {cardLastFour}</span>
        <span className="sr-only">ending in {cardLastFour}</span>
      </span>
    </>
  );
}
