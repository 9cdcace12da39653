import { type RefObject, useEffect, useRef, useState } from 'react';

/** How wide an element is, so that a chart is drawn in real pixels and its text is never stretched. */
export function useWidth(): readonly [element: RefObject<HTMLDivElement | null>, widthPx: number] {
  const element = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, widthPx];
}
