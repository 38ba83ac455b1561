import { Link, type LinkProps } from 'react-router';

/* A link inside of running text, tall enough for a thumb. */
export function TextLink(props: LinkProps) {
  return (
    <Link {...props} className="hit-area font-semibold text-back underline underline-offset-4" />
  );
}
