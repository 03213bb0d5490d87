import "server-only";
import { headers } from "next/headers";

/** The nonce of this request's scripts and styles; undefined where Next runs without the front server. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}
