import "server-only";
import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { hidePersonal } from "../core/hide-personal.ts";
import { type Prefetch, type PrefetchBudget, prefetch } from "./prefetch.ts";
import { findStaff } from "./require-staff.ts";

const firstLoad: PrefetchBudget = { pageMs: 1_500, gatewayMs: 400 };
/** Going from page to page the old one stays until the new one is there; skeletons soon serve better than rows late. */
const nextPage: PrefetchBudget = { pageMs: 400, gatewayMs: 150 };

/** Its children find these queries answered, on the server and when they wake up in the browser. */
export async function Prefetched({ queries, children }: { queries: readonly Prefetch[]; children: ReactNode }) {
  const isWithinDesk = (await headers()).get("sec-fetch-dest") === "empty";
  const state = await prefetch(queries, isWithinDesk ? nextPage : firstLoad);
  const isPresenting = (await findStaff())?.isPresenting ?? false;
  return <HydrationBoundary state={isPresenting ? hidePersonal(state) : state}>{children}</HydrationBoundary>;
}
