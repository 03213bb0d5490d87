import { useCallback, useSyncExternalStore } from "react";

const oldAfterMs = 30 * 60_000;
const lookEveryMs = 30_000;

/** Whether what was last read then is no longer fresh: more than half an hour old. On the server never. */
export function useIsOld(readAt: string | undefined): boolean {
  const follow = useCallback((onChange: () => void) => {
    const timer = setInterval(onChange, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(
    follow,
    () => readAt !== undefined && Date.now() - Date.parse(readAt) > oldAfterMs,
    () => false,
  );
}
