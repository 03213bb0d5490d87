import "server-only";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { isAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { requireMerchant, type ServiceContext } from "#lib/services/context.ts";
import { requireEnvironmentPage } from "./require-environment-page.ts";
import { getRuntime } from "./runtime.ts";

type MerchantPage = { ctx: ServiceContext; merchant: MerchantRow; environment: Environment };
type Titles = Awaited<ReturnType<typeof getTranslations<"titles">>>;
type MerchantParams = { environment: string; merchant: string };

/** For a merchant's pages: the staff member and an allowed merchant; anything else is the not-found page. */
export function requireMerchantPage({ environment, merchant }: MerchantParams): Promise<MerchantPage> {
  return findMerchantPage(environment, merchant);
}

/** A page's title with the merchant's name; checks access like the page itself. */
export async function merchantTitle(params: MerchantParams, toPage: (t: Titles) => string): Promise<string> {
  const t = await getTranslations("titles");
  const page = toPage(t);
  try {
    const { merchant } = await requireMerchantPage(params);
    return t("ofMerchant", { page, merchant: merchant.name });
  } catch (thrown) {
    if (isAppError(thrown)) return page;
    throw thrown;
  }
}

/** Cached for the request, since both the page and its title call it. */
const findMerchantPage = cache(async (environmentText: string, slug: string): Promise<MerchantPage> => {
  const { ctx, environment } = await requireEnvironmentPage({ environment: environmentText });
  try {
    const { db } = (await getRuntime()).store;
    // An overloaded pool for lists must not make a page fail before it is shown.
    return { ctx, environment, merchant: await requireMerchant({ ...ctx, db }, environment, slug) };
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "not_found") notFound();
    throw thrown;
  }
});
