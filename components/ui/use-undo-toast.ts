"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { toast } from "./toast.ts";

/** Says that something was done, with a button that takes it back. */
export function useUndoToast(): (text: string, undo: () => Promise<unknown>) => void {
  const t = useTranslations("common");
  const say = useSay();
  return (text, undo) => {
    const onPress = () => void undo().then(undefined, (error: Error) => toast.danger(say(error)));
    toast.success(text, { label: t("undo"), onPress });
  };
}
