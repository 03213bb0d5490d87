/** A transaction's permalink: by reference, or by the gateway's row id where it has none. */
export function transactionHref(
  environment: string,
  { merchant, reference, id }: { merchant: string; reference: string | null; id: string },
): string {
  const base = `/${environment}/${merchant}/transactions`;
  return reference === null ? `${base}/id/${encodeURIComponent(id)}` : `${base}/${encodeURIComponent(reference)}`;
}
