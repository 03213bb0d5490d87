import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { VerifyKey } from "../verification/signature.ts";

export type Vector = { name: string; body: string; certPem: string; publicKeyPem: string };

/** A genuine message, signed by the gateway's shared test store. */
export function readVector(name: string): Vector {
  return JSON.parse(readFileSync(new URL(`./vectors/${name}.json`, import.meta.url), "utf8"));
}

export const testStoreSid = "000000000000010";

export function testStoreKey(): VerifyKey {
  const { publicKeyPem } = readVector("genuine-notify-2024");
  return { id: "test-store", label: "Test store", fingerprint: "", publicKey: createPublicKey(publicKeyPem) };
}
