/** Runs it again and again, but never twice at once. Returns how to stop. */
export function repeat(
  everyMs: number,
  run: () => Promise<void> | void,
  onError: (error: unknown) => void,
): () => void {
  let isRunning = false;
  async function runOnce(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } catch (error) {
      onError(error);
    } finally {
      isRunning = false;
    }
  }
  const timer = setInterval(() => void runOnce(), everyMs);
  return () => clearInterval(timer);
}
