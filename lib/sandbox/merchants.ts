import type { MerchantProfile } from "./merchant-profile.ts";
import { counterMerchants } from "./profiles/counter-merchants.ts";
import { onlineMerchants } from "./profiles/online-merchants.ts";

/** The sandbox's merchants by number; slugs and numbers are stable for ever, since ids and references come from them. */
export const merchantProfiles: readonly MerchantProfile[] = [...counterMerchants, ...onlineMerchants].sort(
  (one, other) => one.number - other.number,
);

export function findProfile(slug: string): MerchantProfile | undefined {
  return merchantProfiles.find((profile) => profile.slug === slug);
}
