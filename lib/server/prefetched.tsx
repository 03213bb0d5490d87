import "server-only";
import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { hidePersonal } from "#lib/core/hide-personal.ts";
import { type FindMerchants, type Prefetch, type PrefetchBudget, prefetch } from "./prefetch.ts";
import { findStaff } from "./require-staff.ts";
import { readScreenState } from "./screen-state.ts";

const firstLoad: PrefetchBudget = { pageMs: 1_500, gatewayMs: 400 };
/** Going from page to page the old one stays until the new one is there; skeletons soon serve better than rows late. */
const nextPage: PrefetchBudget = { pageMs: 400, gatewayMs: 150 };

type Props = {
  queries: readonly Prefetch[];
  /** For pages over all merchants: those that the queries' answers mention come with the page, too. */
  findMerchants?: FindMerchants;
  children: ReactNode;
};

/** Its children find these queries answered, on the server and when they wake up in the browser. */
export async function Prefetched({ queries, findMerchants, children }: Props) {
  const isWithinApp = (await headers()).get("sec-fetch-dest") === "empty";
  const state = await prefetch(await leaveToBrowser(queries), isWithinApp ? nextPage : firstLoad, findMerchants);
  const isPresenting = (await findStaff())?.isPresenting ?? false;
  return <HydrationBoundary state={isPresenting ? hidePersonal(state) : state}>{children}</HydrationBoundary>;
}

/** What the sandbox's lists and panels are to be shown as, the browser shows (lib/queries/screen-state.ts); away it keeps what came with the page. */
async function leaveToBrowser(queries: readonly Prefetch[]): Promise<readonly Prefetch[]> {
  const shown = await readScreenState();
  if (shown === undefined || shown === "offline") return queries;
  return queries.filter(
    ({ queryKey: [first, , kind] }) => first !== "staff" && (first !== "sandbox" || kind === "merchants" || kind === "scenarios"),
  );
}
