import { z } from "zod";
import { toCertificatePem } from "../checkout/certificate.ts";
import { merchantKeyPem, toConfigurationPack } from "../checkout/configuration-pack.ts";
import { findStoreAddresses, keyOwner, readKeyPairs, setStoreAddresses } from "../checkout/store-keys.ts";
import { json } from "../http.ts";
import { findProfile, listProfiles } from "../merchants.ts";
import { validationProblem } from "../problem.ts";
import type { World } from "../world.ts";

const address = z.url({ protocol: /^https?$/, error: "Use an http or https address." });

export const storeSchema = z.strictObject({ merchant: z.string(), urlNotify: address, urlOk: address, urlCancel: address });

/** A longer list would be many megabytes; other stores are found by merchant. */
const listedMax = 100;

/**
 * Stores with their SID, their addresses, and their public key in each format of the vendor: of
 * one merchant, or of the first hundred by number.
 */
export async function listStores(world: World, merchant: string | null): Promise<Response> {
  const profiles = merchant === null ? [...listProfiles(Math.min(listedMax, world.merchantCount))] : [findProfile(merchant)];
  const found = profiles.filter((profile) => profile !== undefined);
  const [merchantKey, pairs, addresses] = await Promise.all([
    merchantKeyPem(world),
    readKeyPairs(world),
    findStoreAddresses(
      world.storage,
      found.map(({ slug }) => slug),
    ),
  ]);
  const certificates = new Map([...pairs].map(([owner, keys]) => [owner, toCertificatePem(keys)]));
  const stores = found.map((profile) => {
    const { slug, sid } = profile;
    const { publicKeyPem } = pairs.get(keyOwner(profile)) ?? {};
    const certificatePem = certificates.get(keyOwner(profile)) ?? "";
    const configurationPack = toConfigurationPack({ sid, certificatePem, merchantKeyPem: merchantKey });
    return { merchant: slug, sid, publicKeyPem, certificatePem, configurationPack, ...addresses.get(slug) };
  });
  return json(stores);
}

export async function changeStore(world: World, body: z.infer<typeof storeSchema>): Promise<Response> {
  const { merchant, ...addresses } = body;
  if (!findProfile(merchant)) return validationProblem({ merchant: ["There is no such merchant."] });
  await setStoreAddresses(world, merchant, addresses);
  return json({ ok: true });
}
