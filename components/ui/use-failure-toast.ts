"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef } from "react";
import { loadSay } from "#components/language/say.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { ShowFailure } from "#lib/queries/failed-changes.ts";
import { toast } from "./toast.ts";

/** Says in a toast why a change failed. The function stays the same, whatever the language. */
export function useFailureToast(): ShowFailure {
  const t = useTranslations("common");
  const locale = useLocale();
  const latest = useRef<ShowFailure>(() => {});
  useEffect(() => {
    latest.current = async (error, { toFailureText = (reason) => reason }) => {
      const say = await loadSay(locale);
      toast.danger(toFailureText(error instanceof ApiError ? say(error) : t("notDone"), error));
    };
  });
  return useCallback((error, meta) => latest.current(error, meta), []);
}
