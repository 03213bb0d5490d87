import Link from "next/link";
import type { ReactNode } from "react";
import type { Merchant } from "#lib/contract/merchant.ts";
import { LinkPending } from "./link-pending.tsx";
import { MerchantStatus } from "./merchant-status.tsx";

type Props = Pick<Merchant, "name" | "state"> & { href: string; isCurrent: boolean; action?: ReactNode };

/** A merchant in the navigation, with its state when that needs attention. */
export function MerchantLink({ name, state, href, isCurrent, action }: Props) {
  return (
    <li className="group flex items-center">
      <Link
        href={href}
        aria-current={isCurrent ? "true" : undefined}
        className="flex min-h-8 min-w-0 grow items-center justify-between gap-x-2 rounded-md px-2 py-1 hover:bg-default aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent-soft-foreground"
      >
        <span className="truncate">{name}</span>
        <LinkPending />
        <MerchantStatus state={state} isQuietWhenReady />
      </Link>
      {action}
    </li>
  );
}
