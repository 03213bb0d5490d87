import { z } from "zod";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";

type Place = { slug: string; name: string };
const cursorSchema = z.tuple([z.string().max(60), z.string().max(200)]);

/** The last merchant of a page as opaque text. It is valid for every filter and order of the same list. */
export function toMerchantCursor({ slug, name }: Place): string {
  return Buffer.from(JSON.stringify([slug, name])).toString("base64url");
}

/** Throws `invalid_input` on `cursor` for an invalid cursor. */
export function parseMerchantCursor(text: string): Place {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(text, "base64url").toString("utf8")));
  const [slug, name] = parsed.data ?? [];
  if (slug !== undefined && name !== undefined && !`${slug}${name}`.includes("\0")) return { slug, name };
  throw new AppError("invalid_input", { fields: [{ field: "cursor", ...contractText("cursor_unknown") }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
