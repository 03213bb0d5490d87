import { AppError } from "#lib/core/errors.ts";
import { gatewayText } from "./texts.ts";

/** A path segment, plain or encoded once, that means "here" or "one level up". */
const dotSegment = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\]|%2f|%5c)/i;

/**
 * `path` with one more segment from an external value: the only way such a value gets into an address of the gateway. Throws
 * `invalid_input` on `field` for a value that is empty, is not text, or would change the address.
 */
export function withSegment(path: string, field: string, value: string): string {
  if (value === "" || !value.isWellFormed() || dotSegment.test(value)) {
    throw new AppError("invalid_input", { fields: [{ field, ...gatewayText("address_segment_form") }] });
  }
  return `${path}/${encodeURIComponent(value)}`;
}
