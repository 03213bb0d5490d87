import { generateKeyPair } from "node:crypto";
import { isDeepStrictEqual, promisify } from "node:util";
import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile, merchantProfiles } from "../merchants.ts";
import type { RecordKind, SandboxStorage } from "../storage.ts";
import type { World } from "../world.ts";

export type StoreKeys = { privateKeyPem: string; publicKeyPem: string };
export type StoreAddresses = { urlNotify: string; urlOk: string; urlCancel: string };

const keysKind: RecordKind<StoreKeys> = "store-keys";
const addressesKind: RecordKind<StoreAddresses> = "store";

const generate = promisify(generateKeyPair);

/** The described merchant whose key pair a store shares: generating ten thousand pairs would take minutes. */
export function keyOwner({ slug, number, isComputed }: MerchantProfile): string {
  return isComputed ? (merchantProfiles[number % merchantProfiles.length]?.slug ?? slug) : slug;
}

/** All key pairs of stores, by the slug of their owner. */
export async function readKeyPairs(world: World): Promise<Map<string, StoreKeys>> {
  const owners = merchantProfiles.slice(0, world.merchantCount).map(({ slug }) => slug);
  return new Map(await Promise.all(owners.map(async (slug) => [slug, await storeKeys(world, slug)] as const)));
}

/** The key with which this gateway signs a store's messages; generated once and stored. */
export async function storeKeys({ storage }: World, store: string): Promise<StoreKeys> {
  const profile = findProfile(store);
  const slug = profile ? keyOwner(profile) : store;
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

/** Sets the addresses of many stores; unchanged ones are not written. */
export async function setStores({ storage, now }: World, wanted: ReadonlyMap<string, StoreAddresses>): Promise<void> {
  const stored = await findStoreAddresses(storage, [...wanted.keys()]);
  const changed = [...wanted].filter(([slug, addresses]) => !isDeepStrictEqual(stored.get(slug), addresses));
  await storage.saveMany(changed.map(([key, value]) => ({ kind: addressesKind, key, group: "", at: now(), tag: "", value })));
}

/** The addresses of those of these stores that have any. */
export async function findStoreAddresses(
  storage: SandboxStorage,
  slugs: readonly string[],
): Promise<Map<string, StoreAddresses>> {
  return new Map((await storage.findMany(addressesKind, slugs)).map(({ key, value }) => [key, value]));
}
