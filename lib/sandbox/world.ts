import { createHmac } from "node:crypto";
import type { Ledger } from "./ledger/ledger.ts";
import type { MerchantProfile } from "./merchant-profile.ts";
import { merchantProfiles, profileOfNumber } from "./merchants.ts";
import type { SandboxSettings } from "./settings.ts";
import type { SandboxStorage } from "./storage.ts";

export type SandboxMerchant = { profile: MerchantProfile; clientId: string; clientSecret: string };
export type SandboxIntegration = { clientId: string; clientSecret: string; partnerId: string; applicationId: string };

/**
 * The id of the payment that a refund gives back, by the records of whoever sends it: the API's refund names none, but the
 * customer at the terminal holds the card of that payment. Undefined where nobody knows.
 */
export type OriginalOf = (refund: { terminalId: string; referenceNumber: string }) => Promise<string | undefined>;

/** The context of the sandbox's functions for one request or one tick. */
export type World = {
  storage: SandboxStorage;
  settings: SandboxSettings;
  baseUrl: string;
  integration: SandboxIntegration;
  controlKey: string;
  /** The number of merchants, numbered from 1; others can sign in, but are not described and get no payments. */
  merchantCount: number;
  /** A merchant with its credentials. */
  credentialsOf(profile: MerchantProfile): SandboxMerchant;
  /** The merchant with this client id. */
  findClient(clientId: string): SandboxMerchant | undefined;
  now(): number;
  ledgerOf(profile: MerchantProfile): Promise<Ledger>;
  originalOf: OriginalOf;
  fetch: typeof fetch;
  log: { warn(fields: object, message: string): void };
  /** Undocumented members for every object, if configured. */
  unknown(): Record<string, unknown>;
};

/** Credentials, all from one secret: the same secret, the same credentials, and nothing to store. */
export function deriveIdentity(secret: string): Pick<World, "integration" | "controlKey" | "credentialsOf" | "findClient"> {
  const derive = (label: string, length: number) => createHmac("sha512", secret).update(label).digest("hex").slice(0, length);
  const digits = (label: string) => String(Number.parseInt(derive(label, 12), 16) % 100_000_000).padStart(8, "0");
  const credentialsOf = (profile: MerchantProfile): SandboxMerchant => ({
    profile,
    clientId: `cli_${clientIdOf(profile, derive)}`,
    clientSecret: `sec_${derive(`merchant secret ${profile.slug}`, 60)}`,
  });
  const described = new Map(merchantProfiles.map((profile) => [credentialsOf(profile).clientId, profile]));
  return {
    controlKey: derive("control", 48),
    integration: {
      clientId: `client_${derive("integration id", 32)}`,
      clientSecret: `secret_${derive("integration secret", 64)}`,
      partnerId: `mps-p-${digits("partner")}`,
      applicationId: `mps-app-${digits("application")}`,
    },
    credentialsOf,
    findClient(clientId) {
      const profile = described.get(clientId) ?? profileOfNumber(Number.parseInt(clientId.slice(4, 8), 16));
      const merchant = profile && credentialsOf(profile);
      return merchant?.clientId === clientId ? merchant : undefined;
    },
  };
}

/** 28 hexadecimal digits; those of a computed merchant begin with its number, so that finding it takes no table. */
function clientIdOf({ slug, number, isComputed }: MerchantProfile, derive: (label: string, length: number) => string): string {
  const label = `merchant id ${slug}`;
  return isComputed ? `${number.toString(16).padStart(4, "0")}${derive(label, 24)}` : derive(label, 28);
}
