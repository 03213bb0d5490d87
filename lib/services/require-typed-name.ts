import { AppError } from "#lib/core/errors.ts";

type Merchant = { slug: string; name: string };

/**
 * Refuses what concerns a whole merchant unless its name was typed, as it is shown or as it stands in addresses. Throws
 * `invalid_input` naming the field.
 */
export function requireTypedName({ slug, name }: Merchant, typed: string | undefined, field = "name"): void {
  const text = typed?.trim().toLowerCase();
  if (text === name.trim().toLowerCase() || text === slug) return;
  throw new AppError("invalid_input", {
    fields: [{ field, message: `Type the merchant's name as it is written: ${name}.` }],
  });
}
