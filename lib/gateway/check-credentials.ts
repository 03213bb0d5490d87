import type { Message } from "#lib/core/text.ts";
import { gatewayText } from "./texts.ts";

/** `integration`: the pair from the partner portal; `merchant`: the pair issued when a merchant approves. */
export type CredentialKind = "integration" | "merchant";

export type CredentialCheck = {
  /** Reasons not to sign in at all: every attempt with these values would fail (docs/lockout.md, rule 17). */
  problems: ({ field: "clientId" | "clientSecret" } & Message)[];
  /** Unusual, but possibly correct. */
  warnings: ({ field: "clientId" | "clientSecret" } & Message)[];
};

const prefixes = {
  integration: { clientId: "client_", clientSecret: "secret_" },
  merchant: { clientId: "cli_", clientSecret: "sec_" },
} as const;
/** Lengths after the prefix in the vendor's samples. */
const usualLengths = { integration: { clientId: 32, clientSecret: 64 }, merchant: { clientId: 28, clientSecret: 60 } } as const;
/** As the forms call them. */
const names = { clientId: gatewayText("client_id_name"), clientSecret: gatewayText("client_secret_name") };
const everyPrefix = ["client_", "secret_", "cli_", "sec_"];

/** Checks the format of a pair without sending it anywhere. */
export function checkCredentials(kind: CredentialKind, pair: { clientId: string; clientSecret: string }): CredentialCheck {
  const check: CredentialCheck = { problems: [], warnings: [] };
  for (const field of ["clientId", "clientSecret"] as const) {
    const problem = findProblem(kind, field, pair[field]);
    if (problem) check.problems.push({ field, ...problem });
    else if (pair[field].length - prefixes[kind][field].length !== usualLengths[kind][field]) {
      check.warnings.push({ field, ...gatewayText("credential_length", { field: names[field] }) });
    }
  }
  return check;
}

function findProblem(kind: CredentialKind, field: "clientId" | "clientSecret", value: string): Message | undefined {
  const expectedPrefix = prefixes[kind][field];
  const otherPrefix = prefixes[kind][field === "clientId" ? "clientSecret" : "clientId"];
  if (value === "") return gatewayText(field === "clientId" ? "client_id_empty" : "client_secret_empty");
  if (/\s/.test(value)) return gatewayText("credential_with_space", { field: names[field] });
  if (value.startsWith(expectedPrefix))
    return value.length === expectedPrefix.length ? gatewayText("credential_prefix_only", { field: names[field] }) : undefined;
  if (value.startsWith(otherPrefix)) return gatewayText("credentials_swapped", { field: names[field], prefix: otherPrefix });
  const foreign = everyPrefix.find((item) => value.startsWith(item));
  const values = { field: names[field], wanted: expectedPrefix };
  if (foreign && kind === "merchant") return gatewayText("credential_of_integration", { ...values, prefix: foreign });
  if (foreign) return gatewayText("credential_of_merchant", { ...values, prefix: foreign });
  return gatewayText(kind === "merchant" ? "merchant_prefix" : "integration_prefix", {
    field: names[field],
    prefix: expectedPrefix,
  });
}
