/** Keys of the wire that the desk itself writes; `extra` may not name them (issue 6). */
export const ownWireKeys = [
  "amount",
  "terminal_id",
  "app_name",
  "app_version",
  "reference_number",
  "description",
  "operator_code",
] as const;
