"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Environment } from "#lib/core/identifiers.ts";

export type EnvironmentView = {
  environment: Environment;
  /** Time zone of all times and days on the page. */
  zone: string;
  /** The environment's setting for the gateway's times without a zone; `zone` is the same unless the user switched it. */
  gatewayZone: string;
};

const EnvironmentContext = createContext<EnvironmentView>({ environment: "sandbox", zone: "UTC", gatewayZone: "UTC" });

export function EnvironmentProvider({ value, children }: { value: EnvironmentView; children: ReactNode }) {
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}

export function useEnvironment(): EnvironmentView {
  return useContext(EnvironmentContext);
}
