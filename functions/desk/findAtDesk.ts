import { findAtDesk } from '#shared/api/desk-work.ts';
import { serve } from '../serve.ts';
import { writeAuditEntry } from '../storage/audit.ts';
import { deskAudit, type StaffCall } from './desk-context.ts';
import { find, type Sought, soughtIn } from './desk-search.ts';

/**
 * Finds people, letters and cases. A look-up by phone number or email address is in the audit of each account that it finds before
 * the response, or of nobody; if that fails, nothing is shown.
 */
export const handler = serve(findAtDesk, async ({ text }, call) => {
  const sought = soughtIn(text, call.settings);
  const found = await find(call, sought);
  const lookUp = lookUpOf(sought);
  if (lookUp) {
    const ids = found.people.map(({ id }) => id);
    const entries = (ids.length > 0 ? ids : ['nobody']).map((id) => auditOf(call, lookUp, id));
    await call.table.transact(...entries.map(writeAuditEntry));
  }
  return { data: [{ ...found, logged: lookUp !== undefined }] };
});

/** What the audit keeps of a look-up: so much that staff recognize the number or address, and no more. */
function lookUpOf(sought: Sought): string | undefined {
  if (sought.by === 'phone') return `a phone number that ends in ${sought.number.slice(-4)}`;
  if (sought.by === 'email') return `an email address at ${sought.address.split('@').at(-1)}`;
  return undefined;
}

const auditOf = (call: StaffCall, lookUp: string, about: string) =>
  deskAudit(
    call,
    { operation: 'findAtDesk', about, reason: `Looked up ${lookUp}.` },
    about === 'nobody' ? 'Nobody was found.' : 'The account was found.',
  );
