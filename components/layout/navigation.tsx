"use client";

import Link from "next/link";
import { useParams, usePathname } from "next/navigation";
import { useEnvironment } from "./environment-context.tsx";
import { MerchantList } from "./merchant-list.tsx";

const everyMerchant = [
  ["", "Overview"],
  ["/transactions", "Transactions"],
  ["/payments", "Payments"],
  ["/notifications", "Notifications"],
  ["/lookup", "Lookup"],
] as const;

const oneMerchant = [
  ["/transactions", "Transactions"],
  ["/payments", "Payments"],
  ["/notifications", "Notifications"],
  ["/endpoints", "Endpoints"],
  ["/connection", "Connection"],
] as const;

/** Pages of the environment, then of the merchant in the address, then the merchants to switch to. */
export function Navigation() {
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  return (
    <nav aria-label="Desk" className="flex flex-col gap-5 p-3">
      <NavigationGroup title="All merchants" base={`/${environment}`} entries={everyMerchant} />
      {merchant === undefined ? null : (
        <NavigationGroup title={merchant} base={`/${environment}/${merchant}`} entries={oneMerchant} />
      )}
      <MerchantList current={merchant} />
    </nav>
  );
}

type GroupProps = { title: string; base: string; entries: readonly (readonly [string, string])[] };

function NavigationGroup({ title, base, entries }: GroupProps) {
  const pathname = usePathname();
  return (
    <section>
      <h2 className="px-2 pb-1 font-medium text-muted text-xs">{title}</h2>
      <ul>
        {entries.map(([path, label]) => {
          const href = base + path;
          const current = path === "" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={path}>
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className="block rounded-md px-2 py-1.5 hover:bg-default aria-[current=page]:bg-default aria-[current=page]:font-medium"
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
