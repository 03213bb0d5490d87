"use client";

import { useParams, useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { createJumpKeys } from "#components/shortcuts/jump-keys.ts";
import { isTypingTarget } from "#components/shortcuts/shortcuts.ts";

const pages = {
  goOverview: "",
  goTransactions: "/transactions",
  goNotifications: "/notifications",
  goPayments: "/payments",
} as const;

/** Leads to a page of the same merchant, or of all, with two keys. */
export function Jumps({ environment }: { environment: string }) {
  const router = useRouter();
  const { merchant } = useParams<{ merchant?: string }>();
  const onJump = useEffectEvent((page: string) =>
    router.push(`/${merchant === undefined ? environment : `${environment}/${merchant}`}${page}`),
  );
  useEffect(() => {
    const keys = createJumpKeys();
    function handleKey(event: KeyboardEvent) {
      if (isTypingTarget(event.target)) return;
      const pressed = keys.press(event);
      if (pressed === undefined || pressed === "begun" || !(pressed in pages)) return;
      event.preventDefault();
      // The second key means something else where it is pressed alone.
      event.stopImmediatePropagation();
      onJump(pages[pressed as keyof typeof pages]);
    }
    addEventListener("keydown", handleKey, { capture: true });
    return () => removeEventListener("keydown", handleKey, { capture: true });
  }, []);
  return null;
}
