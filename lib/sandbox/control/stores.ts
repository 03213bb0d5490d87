import { z } from "zod";
import { toCertificatePem } from "../checkout/certificate.ts";
import { merchantKeyPem, toConfigurationPack } from "../checkout/configuration-pack.ts";
import { setStoreAddresses, storeAddresses, storeKeys } from "../checkout/store-keys.ts";
import { json } from "../http.ts";
import { findProfile, merchantProfiles } from "../merchants.ts";
import { validationProblem } from "../problem.ts";
import type { World } from "../world.ts";

const address = z.url({ protocol: /^https?$/, error: "Use an http or https address." });

export const storeSchema = z.strictObject({ merchant: z.string(), urlNotify: address, urlOk: address, urlCancel: address });

/** Every store with its SID, its addresses, and what its messages verify with, in each form that the vendor gives it. */
export async function listStores(world: World): Promise<Response> {
  const merchantKey = await merchantKeyPem(world);
  const stores = merchantProfiles.map(async ({ slug, sid }) => {
    const [keys, addresses] = await Promise.all([storeKeys(world, slug), storeAddresses(world, slug)]);
    const certificatePem = toCertificatePem(keys);
    const configurationPack = toConfigurationPack({ sid, certificatePem, merchantKeyPem: merchantKey });
    return { merchant: slug, sid, publicKeyPem: keys.publicKeyPem, certificatePem, configurationPack, ...addresses };
  });
  return json(await Promise.all(stores));
}

export async function changeStore(world: World, body: z.infer<typeof storeSchema>): Promise<Response> {
  const { merchant, ...addresses } = body;
  if (!findProfile(merchant)) return validationProblem({ merchant: ["There is no such merchant."] });
  await setStoreAddresses(world, merchant, addresses);
  return json({ ok: true });
}
