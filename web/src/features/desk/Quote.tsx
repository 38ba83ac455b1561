/** What somebody wrote, in plain text, under their name. */
export function Quote({ about, children }: { about: string; children: string }) {
  return (
    <figure className="grid gap-1">
      <figcaption className="font-semibold text-[0.875rem]">{about}</figcaption>
      <blockquote
        dir="auto"
        className="wrap-anywhere whitespace-pre-line border-rule border-l-2 pl-3 font-serif text-lg leading-snug"
      >
        {children}
      </blockquote>
    </figure>
  );
}
