import type { World } from "../world.ts";
import { type Fields, signFields, toPhpForm } from "./sign.ts";
import { storeAddresses, storeKeys } from "./store-keys.ts";

/** Posts a signed message to the store's URL_Notify. True only for 200 and exactly `OK`. */
export async function notifyShop(
  world: World,
  slug: string,
  fields: Fields,
  options: { tamper?: boolean } = {},
): Promise<boolean> {
  const addresses = await storeAddresses(world, slug);
  if (!addresses) return false;
  const signed = await withSignature(world, slug, fields);
  const sent = options.tamper ? signed.map(([name, value]) => [name, name === "Amount" ? "0.01" : value] as const) : signed;
  try {
    const response = await world.fetch(addresses.urlNotify, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Counterfoil-Sandbox-Checkout" },
      body: toPhpForm(sent),
      redirect: "manual",
      signal: AbortSignal.timeout(world.settings.notifyTimeoutMs),
    });
    return response.status === 200 && (await response.text()) === "OK";
  } catch (cause) {
    world.log.warn({ slug, cause }, "The shop's URL_Notify could not be reached");
    return false;
  }
}

/** The fields with their signature last. */
export async function withSignature(world: World, slug: string, fields: Fields): Promise<Fields> {
  const { privateKeyPem } = await storeKeys(world, slug);
  return [...fields, ["Signature", signFields(fields, privateKeyPem)]];
}
