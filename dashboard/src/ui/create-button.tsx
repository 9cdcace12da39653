import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

interface CreateButtonProps {
  readonly label: string;
  readonly disabledReason?: string | undefined;
  /** The dialog, while it is open. */
  readonly children: (close: () => void) => ReactNode;
}

/** What a page is for making: its button, and the dialog that it opens. */
export function CreateButton({ label, disabledReason, children }: CreateButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon="plus" disabledReason={disabledReason} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}
