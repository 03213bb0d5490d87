import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { World } from "../world.ts";

export type StoreKeys = { privateKeyPem: string; publicKeyPem: string };
export type StoreAddresses = { urlNotify: string; urlOk: string; urlCancel: string };

const generate = promisify(generateKeyPair);

/** The key this gateway signs a store's messages with; made once and kept. */
export async function storeKeys({ storage }: World, slug: string): Promise<StoreKeys> {
  const known = await storage.find("store-keys", slug);
  if (known) return known.value as unknown as StoreKeys;
  const { privateKey, publicKey } = await generate("rsa", { modulusLength: 2048 });
  const keys: StoreKeys = {
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKeyPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
  const isFirst = await storage.insert({ kind: "store-keys", key: slug, group: "", at: 0, tag: "", value: keys });
  return isFirst ? keys : storeKeys({ storage } as World, slug);
}

export async function storeAddresses({ storage }: World, slug: string): Promise<StoreAddresses | undefined> {
  const record = await storage.find("store", slug);
  return record && (record.value as unknown as StoreAddresses);
}

export async function setStoreAddresses({ storage, now }: World, slug: string, addresses: StoreAddresses): Promise<void> {
  await storage.update("store", slug, () => ({ record: { group: "", at: now(), tag: "", value: addresses }, result: undefined }));
}
