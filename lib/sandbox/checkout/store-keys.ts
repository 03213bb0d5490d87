import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { RecordKind } from "../storage.ts";
import type { World } from "../world.ts";

export type StoreKeys = { privateKeyPem: string; publicKeyPem: string };
export type StoreAddresses = { urlNotify: string; urlOk: string; urlCancel: string };

const keysKind: RecordKind<StoreKeys> = "store-keys";
const addressesKind: RecordKind<StoreAddresses> = "store";

const generate = promisify(generateKeyPair);

/** The key this gateway signs a store's messages with; made once and kept. */
export async function storeKeys({ storage }: World, slug: string): Promise<StoreKeys> {
  const known = await storage.find(keysKind, slug);
  if (known) return known.value;
  const { privateKey, publicKey } = await generate("rsa", { modulusLength: 2048 });
  const keys: StoreKeys = {
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKeyPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
  const isFirst = await storage.insert({ kind: keysKind, key: slug, group: "", at: 0, tag: "", value: keys });
  return isFirst ? keys : storeKeys({ storage } as World, slug);
}

export async function storeAddresses({ storage }: World, slug: string): Promise<StoreAddresses | undefined> {
  return (await storage.find(addressesKind, slug))?.value;
}

export async function setStoreAddresses({ storage, now }: World, slug: string, addresses: StoreAddresses): Promise<void> {
  await storage.update(addressesKind, slug, () => ({
    record: { group: "", at: now(), tag: "", value: addresses },
    result: undefined,
  }));
}
