import type { BundleFormat } from "#lib/contract/bundle.ts";
import type { Downloaded } from "./download.ts";
import { toQueryString } from "./fetch-json.ts";
import { type Scope, scopePath } from "./keys.ts";
import { send, whileReachable } from "./send.ts";

export type BundleSubject = { reference: string } | { id: string } | { payment: string } | { notification: string };

/** The redacted support bundle for a ticket. Throws ApiError. */
export async function fetchSupportBundle(
  scope: Scope,
  subject: BundleSubject,
  format: BundleFormat,
): Promise<Downloaded & { text: string }> {
  const response = await send(`${scopePath(scope)}/bundle${toQueryString({ ...subject, format })}`);
  const text = await whileReachable(() => response.text(), undefined);
  const fileName = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `ticket.${format}`;
  return { text, fileName, blob: new Blob([text], { type: response.headers.get("content-type") ?? "" }) };
}
