import "server-only";
import type { Metadata } from "next";
import type { Messages } from "next-intl";
import { getTranslations } from "next-intl/server";

/** A page's metadata: its title in the person's language. */
export async function titled(page: Exclude<keyof Messages["titles"], "ofMerchant" | "row" | "findText">): Promise<Metadata> {
  const t = await getTranslations("titles");
  return { title: t(page) };
}
