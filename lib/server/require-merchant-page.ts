import "server-only";
import { notFound } from "next/navigation";
import { isAppError } from "../core/errors.ts";
import { isEnvironment } from "../core/identifiers.ts";
import { requireMerchant, type ServiceContext } from "../services/context.ts";
import type { MerchantRow } from "../store/merchants.ts";
import { requireStaffPage } from "./require-staff.ts";

export type MerchantPage = { ctx: ServiceContext; merchant: MerchantRow; environment: string };

/** For a merchant's pages: the person, and the merchant they may see; anything else is the not-found page. */
export async function requireMerchantPage(params: { environment: string; merchant: string }): Promise<MerchantPage> {
  const { environment, merchant: slug } = params;
  const ctx = await requireStaffPage();
  if (!isEnvironment(environment)) notFound();
  try {
    return { ctx, environment, merchant: await requireMerchant(ctx, environment, slug) };
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "not_found") notFound();
    throw thrown;
  }
}
