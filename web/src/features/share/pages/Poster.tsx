import { Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { viewInboundSettings } from '#shared/api/inbound-settings.ts';
import type { Output } from '#shared/api/operation.ts';
import { startingPrice } from '#shared/rules/conversations/tiers.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { query, useEntity } from '#web/api/queries.ts';
import { saveFile } from '#web/api/save-file.ts';
import { QueryContent } from '#web/shell/QueryPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { shortMoney } from '#web/ui/Money.tsx';
import { RadioCards } from '#web/ui/RadioCards.tsx';
import { CardSkeleton } from '#web/ui/Skeletons.tsx';
import { displayAddress, ownProfileLink } from '../../profiles/share.ts';
import { type Paper, type PosterFacts, posterElement, posterSvg } from './poster.ts';

const PAPER_NAMES = [
  { value: 'A4', label: 'A4' },
  { value: 'Letter', label: 'US Letter' },
] as const;

type Pricing = Output<typeof viewInboundSettings>['data'][number];

/* The poster with the QR code of one's own profile: to save, or to print. */
export function Poster() {
  const pricing = useEntity(query(viewInboundSettings, {}));
  const { fullName, username } = useCurrentUser();
  return (
    <QueryContent
      query={pricing}
      failed="We couldn’t load your price."
      skeleton={<CardSkeleton height={320} />}
    >
      {(settings) => (
        <PosterSheet facts={factsOf(fullName, username, settings)} username={username} />
      )}
    </QueryContent>
  );
}

function factsOf(fullName: string, username: string, settings: Pricing): PosterFacts {
  const shared = ownProfileLink(username);
  const isClosed = settings.paidResponseCommitment === 0;
  return {
    fullName,
    address: displayAddress(shared),
    url: shared.qr ?? shared.url,
    price: isClosed ? undefined : shortMoney(startingPrice(settings)),
    unit: settings.tiers ? 'and up' : 'per answer',
  };
}

function PosterSheet({ facts, username }: { facts: PosterFacts; username: string }) {
  // Paper is Letter in North America and A4 nearly everywhere else.
  const [paper, setPaper] = useState<Paper>(
    /-(US|CA|MX)$/.test(navigator.language) ? 'Letter' : 'A4',
  );
  const drawn = posterSvg(facts, paper);
  const address = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
  const words = `Ask ${facts.fullName}${facts.price ? `, ${facts.price} ${facts.unit}` : ''}: ${facts.address}`;
  return (
    <div className="grid gap-5">
      <Field label="Paper" group="radios">
        <RadioCards value={paper} onValueChange={setPaper} options={PAPER_NAMES} />
      </Field>
      <img src={address} alt={`Poster. ${words}`} className="w-full border border-rule" />
      <Button block icon={<Printer aria-hidden size={20} />} onClick={() => window.print()}>
        Print
      </Button>
      <Button
        block
        variant="quiet"
        icon={<Download aria-hidden size={20} />}
        onClick={() =>
          saveFile(drawn, {
            name: `replypaid-${username}-${paper.toLowerCase()}.svg`,
            type: 'image/svg+xml',
          })
        }
      >
        Save as SVG
      </Button>
      <p className="text-soft">
        {facts.price === undefined
          ? 'You’re not accepting letters right now, so the poster shows no price.'
          : 'The poster shows the price of today. Print it again after you change it.'}{' '}
        Your browser’s print window can also save a PDF.
      </p>
      {createPortal(<PrintedPage facts={facts} paper={paper} />, document.body)}
    </div>
  );
}

/** What is printed in place of the screen: the poster alone, on one page. */
function PrintedPage({ facts, paper }: { facts: PosterFacts; paper: Paper }) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    page.current?.replaceChildren(posterElement(facts, paper));
  }, [facts, paper]);
  return (
    <div className="printed-poster">
      <style>{`.printed-poster { display: none }
      @media print {
        @page { size: ${paper}; margin: 0 }
        body > :not(.printed-poster) { display: none !important }
        .printed-poster { display: block }
        .printed-poster svg { width: 100%; height: 99vh }
      }`}</style>
      <div ref={page} aria-hidden />
    </div>
  );
}
