/* Crisis help lines: by phone in the US, elsewhere a directory. */
export function HelpLines() {
  return (
    <ul className="grid gap-1">
      <li>
        In the United States, call or text{' '}
        <a href="tel:988" className="hit-area font-semibold text-back underline underline-offset-4">
          988
        </a>
        , day and night.
      </li>
      <li>
        Anywhere else,{' '}
        <a
          href="https://findahelpline.com"
          rel="noopener noreferrer"
          target="_blank"
          className="hit-area font-semibold text-back underline underline-offset-4"
        >
          findahelpline.com
        </a>{' '}
        lists free crisis lines in your country.
      </li>
    </ul>
  );
}
