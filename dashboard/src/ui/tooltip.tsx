import { type ReactNode, useEffect, useRef, useState } from 'react';
import { placeBeside } from './place-beside.ts';

const DELAY_MS = 350;

interface TooltipProps {
  /** Adds to what the child says already; never the only place of something that matters. */
  readonly text: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Shown on hover and on keyboard focus, gone on Escape; in the top layer, so that nothing cuts it off. */
export function Tooltip({ text, children, className = 'inline-flex' }: TooltipProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLSpanElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isShown, setIsShown] = useState(false);
  const show = (delayMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsShown(true), delayMs);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setIsShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={setAnchor}
      role="presentation"
      className={className}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show(DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {isShown && <Bubble text={text} anchor={anchor} />}
    </span>
  );
}

function Bubble({ text, anchor }: { readonly text: string; readonly anchor: HTMLElement | null }): ReactNode {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!bubble.current || !anchor) return;
    bubble.current.showPopover();
    placeBeside(bubble.current, anchor, 'center');
  }, [anchor]);
  return (
    <span
      ref={bubble}
      popover="manual"
      role="tooltip"
      className="pointer-events-none fixed max-w-72 rounded-md bg-ink px-2 py-1 text-xs font-normal whitespace-normal text-canvas shadow-high"
    >
      {text}
    </span>
  );
}
