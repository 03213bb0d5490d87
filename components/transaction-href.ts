type Row = { merchant: string; reference: string | null; id: string };

/** A transaction's permalink: by reference, or by the gateway's row id where it has none. `zone`: times are shown in it. */
export function transactionHref(environment: string, { merchant, reference, id }: Row, zone: string | null = null): string {
  const base = `/${environment}/${merchant}/transactions`;
  const path = reference === null ? `${base}/id/${encodeURIComponent(id)}` : `${base}/${encodeURIComponent(reference)}`;
  return zone === null ? path : `${path}?zone=${encodeURIComponent(zone)}`;
}
