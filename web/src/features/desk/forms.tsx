import { lazyPart } from '../../ui/lazy-part.tsx';

/* The forms of the desk, whose code loads after what they are about: a member of staff reads before deciding. */

const waiting = () => <div className="min-h-60 rounded-card border border-rule" />;

export const StaffActionForm = lazyPart(
  async () => (await import('./StaffActionForm.tsx')).StaffActionForm,
  waiting,
);
export const ChoiceForm = lazyPart(
  async () => (await import('./ChoiceForm.tsx')).ChoiceForm,
  waiting,
);
export const ViewReasonForm = lazyPart(
  async () => (await import('./ViewReasonForm.tsx')).ViewReasonForm,
  waiting,
);
export const NoteForm = lazyPart(async () => (await import('./NoteForm.tsx')).NoteForm, waiting);
export const TicketForm = lazyPart(
  async () => (await import('./TicketForm.tsx')).TicketForm,
  waiting,
);
