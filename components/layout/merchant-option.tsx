"use client";

import { useTranslations } from "next-intl";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Check, Pin, PinOff } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";
import { MerchantStatus } from "./merchant-status.tsx";

type Props = {
  name: string;
  href: string;
  isCurrent: boolean;
  /** Undefined for all merchants, which have no state and cannot be pinned. */
  state?: MerchantState;
  isPinned?: boolean;
  onPin?: () => void;
  onDone: () => void;
};

/** One scope to switch to, with its state when that needs attention. */
export function MerchantOption({ name, href, isCurrent, state, isPinned = false, onPin, onDone }: Props) {
  const t = useTranslations("frame.merchants");
  const Icon = isPinned ? PinOff : Pin;
  return (
    <li className="group flex items-center rounded-md focus-within:bg-default hover:bg-default">
      <Link
        href={href}
        aria-current={isCurrent ? "true" : undefined}
        className="flex min-h-8 min-w-0 grow items-center gap-2 px-2 py-1 outline-none aria-[current=true]:font-medium"
        onClick={onDone}
      >
        <span className="truncate">{name}</span>
        {isCurrent ? <Check aria-hidden="true" className="size-4 shrink-0" /> : null}
        {state === undefined || state === "ready" || state === "unproven" ? null : (
          <span className="ms-auto text-xs">
            <MerchantStatus state={state} />
          </span>
        )}
      </Link>
      {onPin ? (
        <IconButton
          label={t(isPinned ? "unpin" : "pin", { name })}
          className={isPinned ? "" : "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"}
          onPress={onPin}
        >
          <Icon aria-hidden="true" className="size-4" />
        </IconButton>
      ) : null}
    </li>
  );
}

/** A merchant of which only the slug is known; nothing when this user may no longer see it, or it is archived. */
export function VisitedOption({ slug, ...option }: Omit<Props, "name" | "state"> & { slug: string }) {
  const { environment } = useEnvironment();
  const merchant = useMerchant(environment, slug);
  return merchant && !merchant.archivedAt ? <MerchantOption {...option} name={merchant.name} state={merchant.state} /> : null;
}
