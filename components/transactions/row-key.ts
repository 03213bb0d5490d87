/** A row's key across merchants: the gateway's ids are unique within one merchant only. */
export function rowKey({ merchant, id }: { merchant: string; id: string }): string {
  return `${merchant}/${id}`;
}
