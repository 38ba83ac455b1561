import { useState } from 'react';
import { verifyLink } from '#shared/api/links.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { hostOf } from '#shared/rules/links/links.ts';
import { call } from '#web/api/client.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { checkWords } from './check-words.ts';
import { type OwnLink, refreshLinks } from './own-links.ts';

export type VerifyLinkProps = { link: OwnLink; onClose: () => void };

/* How to verify a link, and the check. docs/product/links.md#verified-links */
export function VerifyLink({ link, onClose }: VerifyLinkProps) {
  const { username } = useCurrentUser();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ readonly words: string; readonly isGood: boolean }>();
  const code = `<a rel="me" href="${window.location.origin}${paths.profile(username)}">${PRODUCT_NAME}</a>`;
  const checkNow = async () => {
    setBusy(true);
    setResult(undefined);
    try {
      const { data } = await call(verifyLink, { linkId: link.id });
      const check = data[0]?.check ?? 'NO_ANSWER';
      setResult({ words: checkWords(check), isGood: check === 'VERIFIED' });
      await refreshLinks();
    } catch (fault) {
      const failed = 'We couldn’t check the page. Please try again.';
      setResult({ words: sentenceOf(fault) ?? failed, isGood: false });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Verify ${link.linkName}`}
      description={
        <p>
          If the page at {hostOf(link.linkUrl)} links back to your profile, your profile says so,
          with the date. Put this into its HTML, then check:
        </p>
      }
      actions={
        <>
          <Button block busy={busy} onClick={checkNow}>
            Check now
          </Button>
          <Button
            block
            variant="quiet"
            onClick={() => copyText(code, 'Code copied', 'Please copy the code by hand.')}
          >
            Copy the code
          </Button>
        </>
      }
    >
      <code className="wrap-anywhere block select-all rounded-letter border border-rule bg-tint px-3 py-2 text-[0.875rem]">
        {code}
      </code>
      <p className="text-[0.9375rem] text-soft">
        Only https addresses can be checked. A check counts for 90 days; then check again. It is
        also done when you save the link.
      </p>
      <p
        role="status"
        className={result?.isGood ? 'font-semibold text-earned-text' : 'font-medium'}
      >
        {result?.words}
      </p>
    </Dialog>
  );
}
