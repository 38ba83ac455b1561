import { useId } from 'react';
import { Modal } from '#web/ui/Modal.tsx';
import { RecorderPanel, type RecorderPanelProps } from './RecorderPanel.tsx';

/* The recorder from the bottom of a phone. Closing it pauses, and keeps what was recorded. */
export function RecorderDialog(props: Omit<RecorderPanelProps, 'titleId' | 'inPane'>) {
  const titleId = useId();
  return (
    <Modal
      labelledBy={titleId}
      onDismiss={props.onClose}
      firstFocus={() => document.querySelector<HTMLElement>('.modal .recorder-main')}
    >
      <RecorderPanel {...props} titleId={titleId} />
    </Modal>
  );
}
