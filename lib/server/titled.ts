import "server-only";
import type { Metadata } from "next";
import type { Messages } from "next-intl";
import { getTranslations } from "next-intl/server";
import { isEnvironment } from "#lib/core/identifiers.ts";

/** A page's metadata: its title in the person's language. */
export async function titled(page: Exclude<keyof Messages["titles"], "ofMerchant" | "row" | "findText">): Promise<Metadata> {
  const t = await getTranslations("titles");
  return { title: t(page) };
}

/** The title of an environment's own page, or with "%s" the template of those below it. */
export async function environmentTitle({ environment }: { environment: string }, page: string): Promise<string> {
  const t = await getTranslations("frame.environment.names");
  return `${page}${isEnvironment(environment) ? ` · ${t(environment)}` : ""} – Counterfoil`;
}
