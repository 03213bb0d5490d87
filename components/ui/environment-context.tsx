"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Environment } from "#lib/core/identifiers.ts";

export type EnvironmentView = {
  environment: Environment;
  /** Every time on a page is shown in it, and days are its days. */
  zone: string;
  /** The environment's setting for the gateway's zone-less times; `zone` is it, unless the person switched. */
  gatewayZone: string;
};

const EnvironmentContext = createContext<EnvironmentView>({ environment: "sandbox", zone: "UTC", gatewayZone: "UTC" });

export function EnvironmentProvider({ value, children }: { value: EnvironmentView; children: ReactNode }) {
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}

export function useEnvironment(): EnvironmentView {
  return useContext(EnvironmentContext);
}
