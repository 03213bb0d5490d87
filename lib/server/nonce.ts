import "server-only";
import { headers } from "next/headers";

/** The nonce the front door gave this request's scripts and styles; undefined where no front door stands before Next. */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}
