import { Link, type LinkProps } from 'react-router';

/* A link inside running text, with a tap target that is tall enough. */
export function TextLink(props: LinkProps) {
  return (
    <Link {...props} className="hit-area font-semibold text-back underline underline-offset-4" />
  );
}
