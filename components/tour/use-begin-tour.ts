"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { beginTour } from "./tour-state.ts";
import { saveTour } from "./tour-store.ts";

const usual = "corner-cafe";

/** Restarts the tour; undefined where there is none: outside the sandbox, and for users who may not take payments. */
export function useBeginTour(): (() => void) | undefined {
  const { environment } = useEnvironment();
  const { data: merchants = [] } = useQuery(merchantsQuery(environment));
  const own = useMerchant(environment, environment === "sandbox" ? usual : undefined);
  const { data: user } = useQuery(whoAmIQuery());
  const merchant = own ?? merchants[0];
  if (environment !== "sandbox" || !merchant || !user || user.staff.role === "viewer") return undefined;
  return () => saveTour(beginTour(merchant.slug));
}
