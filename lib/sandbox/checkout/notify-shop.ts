import type { World } from "../world.ts";
import { type Fields, signFields, toPhpForm } from "./sign.ts";
import { storeAddresses, storeKeys } from "./store-keys.ts";

/**
 * Posts a signed message to the store's URL_Notify. True only for 200 and exactly the two bytes `OK`, within the
 * time limit and without a redirect. `tamper` changes the amount under the old signature.
 */
export async function notifyMerchantServer(
  world: World,
  slug: string,
  fields: Fields,
  { tamper = false }: { tamper?: boolean } = {},
): Promise<boolean> {
  const addresses = await storeAddresses(world, slug);
  if (!addresses) return false;
  const signed = await withSignature(world, slug, fields);
  const sent = tamper ? signed.map(([name, value]) => [name, name === "Amount" ? "0.01" : value] as const) : signed;
  const method = fields[0]?.[1] ?? "";
  const isOk = await post(world, addresses.urlNotify, toPhpForm(sent));
  await world.storage.increment([`calls:notify:${method}:${isOk ? "ok" : "failed"}`]);
  return isOk;
}

async function post(world: World, url: string, body: string): Promise<boolean> {
  try {
    const response = await world.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Counterfoil-Sandbox-Checkout" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(world.settings.notifyTimeoutMs),
    });
    return response.status === 200 && (await answersOk(response));
  } catch (cause) {
    world.log.warn({ cause }, "A shop's URL_Notify could not be reached");
    return false;
  }
}

async function answersOk(response: Response): Promise<boolean> {
  let answer = "";
  for await (const chunk of response.body ?? []) {
    answer += Buffer.from(chunk).toString("latin1");
    if (answer.length > 2) return false;
  }
  return answer === "OK";
}

/** The fields with their signature last. */
export async function withSignature(world: World, slug: string, fields: Fields): Promise<Fields> {
  const { privateKeyPem } = await storeKeys(world, slug);
  return [...fields, ["Signature", signFields(fields, privateKeyPem)]];
}
