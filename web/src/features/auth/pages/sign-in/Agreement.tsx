import { paths } from '#web/paths.ts';
import { TextLink } from '#web/shell/TextLink.tsx';

/* What a person agrees to by registering. The policies open in a new window, so that the form keeps its input. */
export function Agreement() {
  return (
    <>
      By registering you agree to the{' '}
      <TextLink to={paths.publicUsagePolicy()} target="_blank">
        Usage Policy
      </TextLink>{' '}
      and the{' '}
      <TextLink to={paths.publicPrivacyPolicy()} target="_blank">
        Privacy Policy
      </TextLink>
      .
    </>
  );
}
