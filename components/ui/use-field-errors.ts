"use client";

import { useSay } from "#components/language/say.ts";
import { ApiError } from "#lib/queries/api-error.ts";

/**
 * The server's validation errors in the user's language: `problemOf` returns the error of a field with that name, and
 * `otherError` is for a notice, null when the fields show everything.
 */
export function useFieldErrors<Name extends string>(error: unknown, names: readonly Name[]) {
  const say = useSay();
  const found = error instanceof ApiError ? error.fields : [];
  const isAllShown = found.length > 0 && found.every(({ field }) => names.some((name) => name === field));
  return {
    problemOf: (name: Name): string | undefined => {
      const problem = found.find(({ field }) => field === name);
      return problem && say(problem);
    },
    otherError: isAllShown ? null : error,
  };
}
