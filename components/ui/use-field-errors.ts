"use client";

import { useSentence } from "#components/language/sentences.tsx";
import { ApiError } from "#lib/queries/api-error.ts";

/**
 * What the server found wrong, in the reader's language: `problemOf` for each field of a form that has these names, and
 * `otherError` for a notice, null when the fields say all of it.
 */
export function useFieldErrors<Name extends string>(error: unknown, names: readonly Name[]) {
  const say = useSentence();
  const found = error instanceof ApiError ? error.fields : [];
  const isAllShown = found.length > 0 && found.every(({ field }) => names.some((name) => name === field));
  return {
    problemOf: (name: Name): string | undefined => {
      const message = found.find(({ field }) => field === name)?.message;
      return message === undefined ? undefined : say(message);
    },
    otherError: isAllShown ? null : error,
  };
}
