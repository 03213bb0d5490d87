"use client";

import { useQuery } from "@tanstack/react-query";
import Archive from "lucide-react/dist/esm/icons/archive.mjs";
import ArrowLeftRight from "lucide-react/dist/esm/icons/arrow-left-right.mjs";
import Bell from "lucide-react/dist/esm/icons/bell.mjs";
import Cable from "lucide-react/dist/esm/icons/cable.mjs";
import CreditCard from "lucide-react/dist/esm/icons/credit-card.mjs";
import LayoutDashboard from "lucide-react/dist/esm/icons/layout-dashboard.mjs";
import ListChecks from "lucide-react/dist/esm/icons/list-checks.mjs";
import PlugZap from "lucide-react/dist/esm/icons/plug-zap.mjs";
import ScrollText from "lucide-react/dist/esm/icons/scroll-text.mjs";
import Users from "lucide-react/dist/esm/icons/users.mjs";
import Webhook from "lucide-react/dist/esm/icons/webhook.mjs";
import Link from "next/link";
import { useParams, usePathname } from "next/navigation";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { useEnvironment } from "./environment-context.tsx";
import { LinkPending } from "./link-pending.tsx";
import { MerchantList } from "./merchant-list.tsx";

const everyMerchant = [
  ["", "Overview", LayoutDashboard],
  ["/transactions", "Transactions", ArrowLeftRight],
  ["/payments", "Payments", CreditCard],
  ["/notifications", "Notifications", Bell],
  ["/lookup", "Lookup", ListChecks],
] as const;

const oneMerchant = [
  ["", "Overview", LayoutDashboard],
  ["/transactions", "Transactions", ArrowLeftRight],
  ["/payments", "Payments", CreditCard],
  ["/notifications", "Notifications", Bell],
  ["/endpoints", "Endpoints", Webhook],
  ["/connection", "Connection", PlugZap],
] as const;

const administration = [
  ["/settings/connection", "Connections", Cable],
  ["/settings/staff", "Staff", Users],
  ["/settings/retention", "Retention", Archive],
  ["/settings/audit", "Audit", ScrollText],
] as const;

/** Pages of the environment, then of the merchant in the address, then the merchants to switch to. */
export function Navigation() {
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  const { data } = useQuery(merchantsQuery(environment));
  const { data: person } = useQuery(whoAmIQuery());
  const name = data ? data.find(({ slug }) => slug === merchant)?.name : merchant;
  return (
    <nav aria-label="Desk" className="flex flex-col gap-5 p-3">
      <NavigationGroup title="All merchants" base={`/${environment}`} entries={everyMerchant} />
      {merchant === undefined || name === undefined ? null : (
        <NavigationGroup title={name} base={`/${environment}/${merchant}`} entries={oneMerchant} />
      )}
      {person?.staff.role === "admin" ? (
        <NavigationGroup title="Administration" base={`/${environment}`} entries={administration} />
      ) : null}
      <MerchantList current={merchant} />
    </nav>
  );
}

type Entry = readonly [path: string, label: string, icon: typeof Bell];
type GroupProps = { title: string; base: string; entries: readonly Entry[] };

function NavigationGroup({ title, base, entries }: GroupProps) {
  const pathname = usePathname();
  return (
    <section>
      <h2 className="truncate px-2 pb-1 font-medium text-muted text-xs">{title}</h2>
      <ul className="flex flex-col gap-px">
        {entries.map(([path, label, Icon]) => {
          const href = base + path;
          const isCurrent = path === "" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={path}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 hover:bg-default aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-soft-foreground"
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 opacity-80" />
                {label}
                <LinkPending />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
