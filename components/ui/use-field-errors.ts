"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import { ApiError } from "#lib/queries/api-error.ts";

/** Problems found before anything is sent: a sentence, or true for a field that was left empty. */
type FormChecks<Name extends string> = Partial<Record<Name, string | boolean | undefined>>;

/**
 * Problems of a form's fields in the user's language, its own and the server's: `problemOf` returns the one of a field with
 * that name, and `otherError` is for a notice, null when the fields show everything. `check` runs on a press of the button:
 * false when the form's own checks found something, which is shown from then on, until `clear`.
 */
export function useFieldErrors<Name extends string>(error: unknown, names: readonly Name[], checks: FormChecks<Name> = {}) {
  const say = useSay();
  const t = useTranslations("common");
  /** Presses in a row that found something; each is rendered, so that `Form` leads to the first problem again. */
  const [failedChecks, setFailedChecks] = useState(0);
  const found = error instanceof ApiError ? error.fields : [];
  const isAllShown = found.length > 0 && found.every(({ field }) => names.some((name) => name === field));
  const own = (name: Name): string | undefined => {
    const problem = checks[name];
    return problem === true ? t("fillIn") : problem || undefined;
  };
  return {
    problemOf: (name: Name): string | undefined => {
      const problem = found.find(({ field }) => field === name);
      return (failedChecks > 0 ? own(name) : undefined) ?? (problem && say(problem));
    },
    otherError: isAllShown ? null : error,
    check(): boolean {
      const isFine = !names.some((name) => own(name) !== undefined);
      setFailedChecks(isFine ? 0 : failedChecks + 1);
      return isFine;
    },
    clear: () => setFailedChecks(0),
  };
}
