import { createContext, use, useEffect } from "react";

/** Told by a form in a dialog whether the dialog has to stay; outside of dialogs nothing listens. */
export const DialogLock = createContext<(isLocked: boolean) => void>(() => {});

/** Keeps the dialog around this component open while something is being sent, so that its result is seen. */
export function useDialogLock(isSending: boolean): void {
  const setLocked = use(DialogLock);
  useEffect(() => {
    if (!isSending) return;
    setLocked(true);
    return () => setLocked(false);
  }, [isSending, setLocked]);
}
