import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../messages/use-messages.ts';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 1600;

interface CopyButtonProps {
  readonly value: string;
  /** What is copied, when "Copy" alone does not say it. */
  readonly label?: string | undefined;
}

export function CopyButton({ value, label }: CopyButtonProps): ReactNode {
  const { common } = useMessages();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        size="sm"
        label={isCopied ? common.copied : (label ?? common.copy)}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {isCopied && common.copied}
      </span>
    </>
  );
}
