import type { World } from "../world.ts";
import { storeKeys } from "./store-keys.ts";

type Pack = { sid: string; certificatePem: string; merchantKeyPem: string };

/** Under no merchant's slug. */
const merchantsKey = "*";
const keyIndex = 1;

/** The private key with which merchants sign: one for all stores, as with the vendor's shared test store. */
export async function merchantKeyPem(world: World): Promise<string> {
  return (await storeKeys(world, merchantsKey)).privateKeyPem;
}

/** What a merchant of this vendor pastes into a shop: base64 of JSON, with CRLF in its PEM. */
export function toConfigurationPack({ sid, certificatePem, merchantKeyPem: key }: Pack): string {
  const pack = { sid, cn: `6${sid.slice(-10)}`, pk: withCrlf(key), pc: withCrlf(certificatePem), idx: keyIndex };
  return Buffer.from(JSON.stringify(pack)).toString("base64");
}

function withCrlf(pem: string): string {
  return pem.replaceAll("\n", "\r\n");
}
