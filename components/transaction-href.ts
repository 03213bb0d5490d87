type Row = { merchant: string; reference: string | null; id: string };

/** A transaction's permalink: by reference, or by the gateway's row id when it has none. `zone`: the time zone to show times in. */
export function transactionHref(environment: string, { merchant, reference, id }: Row, zone: string | null = null): string {
  const base = `/${environment}/${merchant}/transactions`;
  const path = reference === null ? `${base}/id/${encodeURIComponent(id)}` : `${base}/${encodeURIComponent(reference)}`;
  return zone === null ? path : `${path}?zone=${encodeURIComponent(zone)}`;
}
