import type { MerchantProfile, ProfileAccount, ProfileTerminal } from "../merchant-profile.ts";

type Base = Pick<MerchantProfile, "oddReferences" | "latencyMs" | "refused" | "online" | "referenceStyle" | "isComputed">;

/** What most merchants have in common. */
export const usual: Base = {
  oddReferences: false,
  latencyMs: 0,
  refused: false,
  online: false,
  referenceStyle: "terminal",
  isComputed: false,
};

export function account(accountNumber: string, iban: string, currency: string, name: string, weight = 1): ProfileAccount {
  return { accountNumber, iban, currency, name, weight, isReserve: false };
}

export function reserve(accountNumber: string, iban: string, currency: string, name: string): ProfileAccount {
  return { ...account(accountNumber, iban, currency, name, 0), isReserve: true };
}

export function terminal(
  terminalId: string,
  currency: string,
  outlet: string,
  name: string,
  model = "myPOS Go 2",
): ProfileTerminal {
  return { terminalId, serialNumber: `SN${terminalId.padStart(10, "0")}`, model, currency, name, outlet, enabled: true };
}

/** The merchant's 15-digit store id. */
export function sid(number: number): string {
  return String(100_000 + number).padStart(15, "0");
}
