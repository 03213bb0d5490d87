import "server-only";

const emailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;

/** The same answer for a shared screen: no e-mail address, of staff or customers, wherever one stands. */
export function forPresentation<Value>(value: Value): Value {
  return mask(value) as Value;
}

function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(emailAddress, "•••@•••");
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mask(member)]));
}
