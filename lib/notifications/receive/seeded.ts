/** No request can bring this header, since only a fixed list of headers is stored (stored-headers.ts). */
const seededHeader = { name: "counterfoil-history", value: "made by the sandbox" };

/** The headers of a notification that the sandbox made for its history, instead of sending it. */
export const seededHeaders = [{ name: "content-type", value: "application/x-www-form-urlencoded" }, seededHeader] as const;

/** Whether a stored notification was made for the sandbox's history. */
export function isSeeded({ headers }: { headers: readonly { name: string; value: string }[] }): boolean {
  return headers.some(({ name }) => name === seededHeader.name);
}
