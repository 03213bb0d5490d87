/** `integration`: the pair from the partner portal; `merchant`: the pair issued when a merchant approves. */
export type CredentialKind = "integration" | "merchant";

export type CredentialCheck = {
  /** Reasons not to sign in at all: every attempt with these values would fail (docs/lockout.md, rule 17). */
  problems: { field: "clientId" | "clientSecret"; message: string }[];
  /** Unusual, but possibly correct. */
  warnings: string[];
};

const prefixes = {
  integration: { clientId: "client_", clientSecret: "secret_" },
  merchant: { clientId: "cli_", clientSecret: "sec_" },
} as const;
/** Lengths after the prefix in the vendor's samples. */
const usualLengths = { integration: { clientId: 32, clientSecret: 64 }, merchant: { clientId: 28, clientSecret: 60 } } as const;
const everyPrefix = ["client_", "secret_", "cli_", "sec_"];

/** Checks the format of a pair without sending it anywhere. */
export function checkCredentials(kind: CredentialKind, pair: { clientId: string; clientSecret: string }): CredentialCheck {
  const check: CredentialCheck = { problems: [], warnings: [] };
  for (const field of ["clientId", "clientSecret"] as const) {
    const problem = findProblem(kind, field, pair[field]);
    if (problem) check.problems.push({ field, message: problem });
    else if (pair[field].length - prefixes[kind][field].length !== usualLengths[kind][field]) {
      check.warnings.push(`${field} has an unusual length; check that it was copied whole.`);
    }
  }
  return check;
}

function findProblem(kind: CredentialKind, field: "clientId" | "clientSecret", value: string): string | undefined {
  const expectedPrefix = prefixes[kind][field];
  const otherPrefix = prefixes[kind][field === "clientId" ? "clientSecret" : "clientId"];
  if (value === "") return `${field} is empty.`;
  if (/\s/.test(value)) return `${field} holds a space or a line break. Copy it again without.`;
  if (value.startsWith(expectedPrefix))
    return value.length === expectedPrefix.length ? `${field} is only its prefix.` : undefined;
  if (value.startsWith(otherPrefix)) return `${field} begins with ${otherPrefix}: id and secret seem to be swapped.`;
  const foreign = everyPrefix.find((prefix) => value.startsWith(prefix));
  if (foreign)
    return `${field} begins with ${foreign}, which belongs to ${kind === "merchant" ? "the integration" : "a merchant"}; here it begins with ${expectedPrefix}.`;
  return `${field} of ${kind === "merchant" ? "a merchant" : "the integration"} begins with ${expectedPrefix}.`;
}
