"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { toast } from "./toast.ts";

/** Copies a text, and shows the message when it is copied or says that the browser refused. */
export function useCopyText(): (text: string, message: string) => void {
  const t = useTranslations("common");
  return useCallback(
    (text, message) => {
      Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
        () => toast.success(message),
        () => toast.danger(t("copyRefused")),
      );
    },
    [t],
  );
}
