import { useCallback, useSyncExternalStore } from "react";

const oldAfterMs = 30 * 60_000;
const lookEveryMs = 30_000;

/** Whether data read at that time is more than half an hour old. Always false on the server. */
export function useIsOld(readAt: string | undefined): boolean {
  const subscribe = useCallback((onChange: () => void) => {
    const timer = setInterval(onChange, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => readAt !== undefined && Date.now() - Date.parse(readAt) > oldAfterMs,
    () => false,
  );
}
