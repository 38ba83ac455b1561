import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { viewLinkClicks } from '#shared/api/link-clicks.ts';
import { updateUserLink } from '#shared/api/links.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { sentenceOf } from '#web/api/failure-words.ts';
import { query } from '#web/api/queries.ts';
import { CellSwitch } from '#web/ui/Switch.tsx';
import { toast } from '#web/ui/Toast.tsx';
import { clickWords, stateWords } from './link-state.ts';
import { type OwnLink, refreshLinks } from './own-links.ts';

export type LinkStateProps = {
  link: OwnLink;
  /** What is beside the switch. */
  children?: ReactNode;
};

/* Whether visitors see a link, how often they opened it, and the switch. docs/product/links.md#visibility */
export function LinkState({ link, children }: LinkStateProps) {
  const { data } = useQuery(query(viewLinkClicks, {}));
  const words = ` · ${clickWords(data?.data.find(({ linkId }) => linkId === link.id)?.clicks ?? 0)}`;
  // The user's choice, until the list contains it.
  const [chosen, setChosen] = useState<boolean>();
  const isOn = chosen ?? link.isOn;
  const choose = async (on: boolean) => {
    setChosen(on);
    const { id: linkId, linkName, linkUrl } = link;
    try {
      await call(updateUserLink, { linkId, linkName, linkUrl, isOn: on });
      await refreshLinks();
    } catch (fault) {
      toast.error(sentenceOf(fault) ?? 'The link couldn’t be switched. Please try again.');
    } finally {
      setChosen(undefined);
    }
  };
  return (
    <>
      <p className="text-[0.875rem] text-soft">
        {stateWords({ ...link, isOn }, serverNow())}
        {/* Takes its place before it has loaded, so that nothing moves where the line wraps. */}
        {data ? words : <span className="invisible">{words}</span>}
      </p>
      <div className="flex items-center justify-between gap-3">
        {children}
        <CellSwitch
          label={`Show ${link.linkName} on your profile`}
          checked={isOn}
          onCheckedChange={choose}
        />
      </div>
    </>
  );
}
