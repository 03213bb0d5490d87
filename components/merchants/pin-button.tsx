"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { Pin, PinOff } from "#components/ui/icons.tsx";
import type { Merchant } from "#lib/contract/merchant.ts";
import { useVisited } from "./visited-merchants.ts";

type Props = { environment: string; staffId: string | undefined; merchant: Pick<Merchant, "slug" | "name"> };

/** Pins a merchant to the top of the merchant switcher. */
export function PinButton({ environment, staffId, merchant: { slug, name } }: Props) {
  const t = useTranslations("frame.merchants");
  const { visited, togglePin } = useVisited(environment, staffId);
  const isPinned = visited.pinned.includes(slug);
  const Icon = isPinned ? PinOff : Pin;
  return (
    <IconButton label={t(isPinned ? "unpin" : "pin", { name })} className="size-7 text-muted" onPress={() => togglePin(slug)}>
      <Icon aria-hidden="true" className="size-4" />
    </IconButton>
  );
}
