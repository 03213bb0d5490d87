import "server-only";
import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { type FindMerchants, type Prefetch, type PrefetchBudget, prefetch } from "./prefetch.ts";
import { findStaff } from "./require-staff.ts";
import { readScreenState } from "./screen-state.ts";

const firstLoad: PrefetchBudget = { pageMs: 1_500, gatewayMs: 400 };
/** During navigation the old page stays until the new one is ready, so a fast skeleton is better than late rows. */
const nextPage: PrefetchBudget = { pageMs: 400, gatewayMs: 150 };

type Props = {
  queries: readonly Prefetch[];
  /** For pages over all merchants: also prefetches the merchants in the results. */
  findMerchants?: FindMerchants;
  children: ReactNode;
};

/** Provides these queries' data to its children, on the server and at hydration. */
export async function Prefetched({ queries, findMerchants, children }: Props) {
  const isWithinApp = (await headers()).get("sec-fetch-dest") === "empty";
  const state = await prefetch(await leaveToBrowser(queries), isWithinApp ? nextPage : firstLoad, findMerchants);
  const isPresenting = (await findStaff())?.isPresenting ?? false;
  return <HydrationBoundary state={isPresenting ? hidePersonal(state) : state}>{children}</HydrationBoundary>;
}

/** Leaves out queries for which the browser shows a test state of the sandbox (lib/queries/screen-state.ts); `offline` keeps the prefetched data. */
async function leaveToBrowser(queries: readonly Prefetch[]): Promise<readonly Prefetch[]> {
  const shown = await readScreenState();
  if (shown === undefined || shown === "offline") return queries;
  return queries.filter(
    ({ queryKey: [first, , kind] }) => first !== "staff" && (first !== "sandbox" || kind === "merchants" || kind === "scenarios"),
  );
}
