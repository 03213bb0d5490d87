import { createHmac } from "node:crypto";
import type { Ledger } from "./ledger/ledger.ts";
import type { MerchantProfile } from "./merchant-profile.ts";
import { merchantProfiles } from "./merchants.ts";
import type { SandboxSettings } from "./settings.ts";
import type { SandboxStorage } from "./storage.ts";

export type SandboxMerchant = { profile: MerchantProfile; clientId: string; clientSecret: string };
export type SandboxIntegration = { clientId: string; clientSecret: string; partnerId: string; applicationId: string };

/** What every part of the sandbox works with while it answers one request or does what is due. */
export type World = {
  storage: SandboxStorage;
  settings: SandboxSettings;
  baseUrl: string;
  integration: SandboxIntegration;
  controlKey: string;
  merchants: readonly SandboxMerchant[];
  now(): number;
  ledgerOf(profile: MerchantProfile): Promise<Ledger>;
  fetch: typeof fetch;
  log: { warn(fields: object, message: string): void };
  /** Members nobody documented, when the settings say that every object carries some. */
  unknown(): Record<string, unknown>;
};

/** Credentials, all from one secret: the same secret, the same credentials, and nothing to store. */
export function deriveIdentity(secret: string): Pick<World, "integration" | "controlKey" | "merchants"> {
  const derive = (label: string, length: number) => createHmac("sha512", secret).update(label).digest("hex").slice(0, length);
  const digits = (label: string) => String(Number.parseInt(derive(label, 12), 16) % 100_000_000).padStart(8, "0");
  return {
    controlKey: derive("control", 48),
    integration: {
      clientId: `client_${derive("integration id", 32)}`,
      clientSecret: `secret_${derive("integration secret", 64)}`,
      partnerId: `mps-p-${digits("partner")}`,
      applicationId: `mps-app-${digits("application")}`,
    },
    merchants: merchantProfiles.map((profile) => ({
      profile,
      clientId: `cli_${derive(`merchant id ${profile.slug}`, 28)}`,
      clientSecret: `sec_${derive(`merchant secret ${profile.slug}`, 60)}`,
    })),
  };
}

/** How many ledger rows each merchant has: its share, the rest to the first; together exactly `transactions`. */
export function shareRows(transactions: number): Map<string, number> {
  const rows = new Map(merchantProfiles.map(({ slug, share }) => [slug, Math.floor(transactions * share)]));
  const [first] = merchantProfiles;
  const given = [...rows.values()].reduce((sum, count) => sum + count, 0);
  if (first) rows.set(first.slug, (rows.get(first.slug) ?? 0) + transactions - given);
  return rows;
}
