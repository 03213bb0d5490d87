import { AppError } from "#lib/core/errors.ts";
import { serviceText } from "./texts.ts";

type Merchant = { slug: string; name: string };

/** Refuses an operation on a whole merchant unless its name or slug was typed. Throws `invalid_input` naming the field. */
export function requireTypedName({ slug, name }: Merchant, typed: string | undefined, field = "name"): void {
  const text = typed?.trim().toLowerCase();
  if (text === name.trim().toLowerCase() || text === slug) return;
  throw new AppError("invalid_input", {
    fields: [{ field, ...serviceText("merchant_name_differs", { name }) }],
  });
}
