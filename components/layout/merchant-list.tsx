"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { useEnvironment } from "./environment-context.tsx";
import { MerchantStatus } from "./merchant-status.tsx";

const ownPages = new Set(["transactions", "payments", "notifications", "endpoints", "connection"]);

/** Switches the merchant and stays on the same kind of page. */
export function MerchantList({ current }: { current: string | undefined }) {
  const { environment } = useEnvironment();
  const { data, isError } = useQuery(merchantsQuery(environment));
  const [, , second = "", third = ""] = usePathname().split("/");
  const page = current === undefined ? second : third;
  const suffix = ownPages.has(page) ? page : "transactions";
  return (
    <section>
      <h2 className="px-2 pb-1 font-medium text-muted text-xs">Merchants</h2>
      {isError ? <p className="px-2 text-muted">The merchants could not be loaded.</p> : null}
      {data === undefined && !isError ? <Skeleton className="mx-2 h-40 rounded-md" /> : null}
      {data?.length === 0 ? <p className="px-2 text-muted">None connected yet.</p> : null}
      <ul>
        {data?.map(({ slug, name, status }) => (
          <li key={slug}>
            <Link
              href={`/${environment}/${slug}/${suffix}`}
              aria-current={slug === current ? "true" : undefined}
              className="flex flex-wrap items-center justify-between gap-x-2 rounded-md px-2 py-1.5 hover:bg-default aria-[current=true]:bg-default aria-[current=true]:font-medium"
            >
              <span>{name}</span>
              {status === "ready" ? <span className="sr-only">Ready</span> : <MerchantStatus status={status} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
