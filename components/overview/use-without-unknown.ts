import { useEffect, useEffectEvent } from "react";
import { ApiError } from "#lib/queries/api-error.ts";

/**
 * The compared merchants without those that do not exist, as the errors of their reads say; null when none is left, undefined
 * when all exist.
 */
export function withoutUnknown(slugs: readonly string[], errors: readonly unknown[]): string[] | null | undefined {
  const known = slugs.filter((_, index) => !isUnknown(errors[index]));
  if (known.length === slugs.length) return undefined;
  return known.length > 0 ? known : null;
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_found";
}

/** Takes merchants that do not exist out of the address. */
export function useWithoutUnknown(
  slugs: readonly string[],
  errors: readonly unknown[],
  onChange: (slugs: string[] | null) => void,
): void {
  const known = withoutUnknown(slugs, errors);
  const change = useEffectEvent((text: string | undefined) => {
    if (text !== undefined) onChange(JSON.parse(text));
  });
  // As text: the list is another one in each render, even where it holds the same.
  const text = JSON.stringify(known);
  useEffect(() => change(text), [text]);
}
