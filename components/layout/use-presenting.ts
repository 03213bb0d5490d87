import { useMutation } from "@tanstack/react-query";
import { reloadWindows } from "#components/ui/reload-windows.ts";
import { present } from "#lib/queries/session.ts";

/** Starts or stops presentation mode, and loads all windows anew: they may show personal data. */
export function usePresenting() {
  return useMutation({ mutationFn: present, onSuccess: reloadWindows });
}
