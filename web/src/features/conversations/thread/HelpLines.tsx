import { DEFAULT_HELP_LINES } from '#shared/help-lines.ts';
import { STAGE } from '#web/stage.ts';

/* Crisis help lines, those of the stage if it has its own. */
export function HelpLines() {
  return (
    <ul className="grid gap-1">
      {(STAGE.helpLines ?? DEFAULT_HELP_LINES).map(({ before, name, address, after }) => (
        <li key={address}>
          {before}
          <a
            href={address}
            {...(address.startsWith('https:') && { rel: 'noopener noreferrer', target: '_blank' })}
            className="hit-area font-semibold text-back underline underline-offset-4"
          >
            {name}
          </a>
          {after}
        </li>
      ))}
    </ul>
  );
}
