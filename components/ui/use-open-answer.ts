"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "./toast.ts";

/** Of the page that a request is made on: `onMutate` of its mutation, and `from` when its answer comes. */
export const currentAddress = () => location.href;

type Wait = { from: string | undefined; done?: string };

/**
 * Opens the page that an answer leads to. Whoever went elsewhere meanwhile stays there, with what they have typed: they are told that
 * it is `done`, with a button that opens it.
 */
export function useOpenAnswer(): (address: string, wait: Wait) => void {
  const router = useRouter();
  const t = useTranslations("common");
  return (address, { from, done }) => {
    const open = () => router.push(address);
    if (from === currentAddress()) open();
    else if (done !== undefined) toast.success(done, { label: t("view"), onPress: open });
  };
}
