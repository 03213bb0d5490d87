import type { BundleFormat } from "#lib/contract/bundle.ts";
import { toApiError } from "./api-error.ts";
import type { Downloaded } from "./download.ts";
import { toQueryString } from "./fetch-json.ts";
import { type Scope, scopePath } from "./keys.ts";

export type BundleSubject = { reference: string } | { id: string } | { payment: string } | { notification: string };

/** The redacted support bundle for a ticket. Throws ApiError. */
export async function fetchSupportBundle(
  scope: Scope,
  subject: BundleSubject,
  format: BundleFormat,
): Promise<Downloaded & { text: string }> {
  const response = await fetch(`${scopePath(scope)}/bundle${toQueryString({ ...subject, format })}`);
  if (!response.ok) throw await toApiError(response);
  const text = await response.text();
  const fileName = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `ticket.${format}`;
  return { text, fileName, blob: new Blob([text], { type: response.headers.get("content-type") ?? "" }) };
}
