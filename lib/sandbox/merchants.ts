import type { MerchantProfile } from "./merchant-profile.ts";
import { computedNumber, computeProfile, merchantsMax } from "./profiles/computed-merchants.ts";
import { counterMerchants } from "./profiles/counter-merchants.ts";
import { onlineMerchants } from "./profiles/online-merchants.ts";

/** The described merchants by number; slugs and numbers are stable for ever, since ids and references come from them. */
export const merchantProfiles: readonly MerchantProfile[] = [...counterMerchants, ...onlineMerchants].sort(
  (one, other) => one.number - other.number,
);

const describedBySlug = new Map(merchantProfiles.map((profile) => [profile.slug, profile]));

/** The profile of a number from 1 to `merchantsMax`; beyond the described ones it is computed. */
export function profileOfNumber(number: number): MerchantProfile | undefined {
  if (!Number.isInteger(number) || number < 1 || number > merchantsMax) return undefined;
  return merchantProfiles[number - 1] ?? computeProfile(number);
}

/**
 * Of any merchant the sandbox can have, whatever number of them it has now: one that was connected when there were more
 * is still answered, since a refused sign-in would count as a failure.
 */
export function findProfile(slug: string): MerchantProfile | undefined {
  const described = describedBySlug.get(slug);
  if (described) return described;
  const computed = profileOfNumber(computedNumber(slug) ?? 0);
  return computed?.slug === slug ? computed : undefined;
}

/** The merchants up to the number `count`, from the first or a later one on, made one at a time. */
export function* listProfiles(count: number, from = 1): Generator<MerchantProfile> {
  for (let number = from; number <= count; number++) {
    const profile = profileOfNumber(number);
    if (profile) yield profile;
  }
}
