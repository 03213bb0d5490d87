import { useMutation } from "@tanstack/react-query";
import { reloadAtTop } from "#components/ui/reload-at-top.ts";
import { present } from "#lib/queries/session.ts";

/** Starts or stops presentation mode, and loads the page anew. */
export function usePresenting() {
  return useMutation({ mutationFn: present, onSuccess: reloadAtTop });
}
