"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Environment } from "#lib/core/identifiers.ts";

/** `zone`: the environment's setting for the gateway's zone-less times; every time on a page is shown in it. */
export type EnvironmentView = { environment: Environment; zone: string };

const EnvironmentContext = createContext<EnvironmentView>({ environment: "sandbox", zone: "UTC" });

export function EnvironmentProvider({ value, children }: { value: EnvironmentView; children: ReactNode }) {
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}

export function useEnvironment(): EnvironmentView {
  return useContext(EnvironmentContext);
}
