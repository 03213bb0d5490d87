/** Names of a payment's additional fields, which staff choose: any of their values may be personal. */
export type AdditionalNames = ReadonlySet<string>;

/** Those of a payment; of anything else those of the payment that it is a part of. */
export function namesOfAdditional(value: object, outer: AdditionalNames): AdditionalNames {
  return "extra" in value && typeof value.extra === "object" ? new Set(Object.keys(value.extra ?? {})) : outer;
}

/** Whether it is a row of the gateway's record that sends one of them back. */
export function isAdditionalRow(value: object, names: AdditionalNames): boolean {
  if (!("label" in value)) return false;
  const [name = ""] = String(value.label).split(".");
  return names.has(name);
}
