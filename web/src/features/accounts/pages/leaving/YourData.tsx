import { requestExport, viewExport } from '#shared/api/data-exports.ts';
import type { Output } from '#shared/api/operation.ts';
import type { ExportFormat } from '#shared/rules/accounts/data-export.ts';
import { call } from '#web/api/client.ts';
import { serverNow } from '#web/api/clock.ts';
import { refresh } from '#web/api/queries.ts';
import { usePress } from '#web/forms/press.ts';
import { dayWords, deadlineWords } from '#web/shell/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Section } from '../settings/Section.tsx';

type Copy = Output<typeof viewExport>['data'][number];

/* The copy of the user's data: requested, and downloaded once it is ready. docs/product/accounts.md#your-data */
export function YourData({ copy }: { copy: Copy | undefined }) {
  return (
    <Section title="Your data">
      <p>
        A copy of what belongs to your account: your profile and settings, links, contacts, drafts,
        paid letters, what you wrote in chats, transactions and payouts.
      </p>
      <div aria-live="polite" className="mt-3 grid gap-2.5">
        {copy && <p className="text-soft">{statusWords(copy)}</p>}
        {copy?.status === 'READY' && (
          <>
            <DownloadButton format="html" label="Download to read" />
            <DownloadButton format="json" label="Download for programs (JSON)" />
          </>
        )}
        {mayRequest(copy) && <RequestButton />}
        {copy?.status === 'MAKING' && (
          <ActionButton
            label="Check again"
            failed="We couldn’t check. Please try again."
            run={() => refresh(viewExport)}
          />
        )}
      </div>
    </Section>
  );
}

const mayRequest = (copy: Copy | undefined): boolean => !copy || copy.nextAt <= serverNow();

/** The state of the latest copy. */
function statusWords({ status, requestedAt, expiresAt, nextAt, isComplete }: Copy): string {
  const now = serverNow();
  switch (status) {
    case 'MAKING':
      return 'Your copy is being made. It takes a few minutes, and we tell you when it’s ready.';
    case 'FAILED':
      return `The copy of ${dayWords(requestedAt, now)} couldn’t be made. You can request another one starting ${deadlineWords(nextAt, now)}.`;
    case 'EXPIRED':
      return `The copy of ${dayWords(requestedAt, now)} is deleted.`;
    case 'READY':
      return `Your copy of ${dayWords(requestedAt, now)} is ready until ${deadlineWords(expiresAt, now)}.${isComplete ? '' : ' There’s more data than fits in one copy. Ask us for the rest.'}`;
  }
}

function RequestButton() {
  return (
    <ActionButton
      label="Request a copy"
      failed="Your copy wasn’t requested. Please try again."
      run={async () => {
        await call(requestExport, {});
        await refresh(viewExport);
      }}
    />
  );
}

/** Gets a fresh address, because one is valid for 5 minutes only, and lets the browser save the file. */
function DownloadButton({ format, label }: { format: ExportFormat; label: string }) {
  return (
    <ActionButton
      label={label}
      failed="The file couldn’t be opened. Please try again."
      run={async () => {
        const { data } = await call(viewExport, {});
        const address = data[0]?.[format];
        if (address) window.location.assign(address);
        else await refresh(viewExport);
      }}
    />
  );
}

type ActionProps = { label: string; failed: string; run: () => Promise<unknown> };

function ActionButton({ label, failed, run }: ActionProps) {
  const { busy, press } = usePress(run, failed);
  return (
    <Button block variant="quiet" busy={busy} onClick={press}>
      {label}
    </Button>
  );
}
