import { useEffect, useRef } from 'react';

/** Calls at once, and then at most once in a while: what comes in between is done together at its end. */
export function useCalm(act: () => void, calmMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const run = (): void => {
    act();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isWanted.current) return;
      isWanted.current = false;
      run();
    }, calmMs);
  };
  return () => {
    if (timer.current === undefined) run();
    else isWanted.current = true;
  };
}
