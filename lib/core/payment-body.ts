/** Members that the desk writes into the body of a payment, each a number or a text; named by their way in it. */
export const paymentMembers = [
  "amount.value",
  "amount.currency_code",
  "amount.tip",
  "terminal_id",
  "app_name",
  "app_version",
  "reference_number",
  "description",
  "operator_code",
] as const;
type PaymentMember = (typeof paymentMembers)[number];

/**
 * A JSON merge patch (RFC 7396) of the body of a payment, for a gateway whose documents name its members otherwise. A text
 * that is a member's name in braces, such as `{terminal_id}`, stands for that member of the body as built.
 */
export type PaymentBodyPatch = { [member: string]: unknown };

/** What is wrong with a patch: where in it, and the mend. */
export type PatchProblem = { path: string[]; message: string };

const bytesMax = 4_096;
const depthMax = 5;

/**
 * Without these another payment would be taken than somebody asked for, or a lost answer would never be found by its
 * reference. How often each may stand in the body: money at most twice.
 */
const kept: ReadonlyMap<PaymentMember, number> = new Map<PaymentMember, number>([
  ["amount.value", 2],
  ["amount.tip", 2],
  ["amount.currency_code", Number.POSITIVE_INFINITY],
  ["terminal_id", Number.POSITIVE_INFINITY],
  ["reference_number", Number.POSITIVE_INFINITY],
]);

/** The body with the patch in force. A member that this payment does not have is left out wherever the patch puts it. */
export function applyPaymentBodyPatch(body: Record<string, unknown>, patch: PaymentBodyPatch): Record<string, unknown> {
  return merge(body, fill(patch, body)) as Record<string, unknown>;
}

/** Why a patch may not be used; nothing when every payment keeps its amount, currency, terminal and reference under it. */
export function findPatchProblems(patch: PaymentBodyPatch): PatchProblem[] {
  const problems = findMemberProblems(patch, []);
  if (problems.length > 0) return problems;
  const bytes = new TextEncoder().encode(JSON.stringify(patch)).length;
  return bytes > bytesMax ? [{ path: [], message: "At most 4,096 bytes of JSON." }] : findLosses(patch);
}

function findMemberProblems(value: unknown, path: string[]): PatchProblem[] {
  if (typeof value === "string" && isPlaceholder(value) && memberOf(value) === undefined) {
    return [{ path, message: `In braces stands one of these members: ${paymentMembers.join(", ")}.` }];
  }
  if (typeof value === "number" && !Number.isFinite(value)) return [{ path, message: tooLarge }];
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return [{ path, message: tooLarge }];
  if (typeof value !== "object" || value === null) return [];
  if (path.length >= depthMax) return [{ path, message: "At most 5 levels deep." }];
  return Object.entries(value).flatMap(([name, member]) => findMemberProblems(member, [...path, name]));
}

const tooLarge = "This number is too large to be kept exactly. Write it as text.";

/**
 * Each member is a symbol here, which no constant of a patch can be: what is found of it in the result came from it. Once
 * with every member, once without those that a payment may lack.
 */
function findLosses(patch: PaymentBodyPatch): PatchProblem[] {
  const required = paymentMembers.filter((member) => kept.has(member) && member !== "amount.tip");
  const found = [paymentMembers, required].flatMap((members) => {
    const symbols = new Map(members.map((member) => [member, Symbol(member)]));
    const result = applyPaymentBodyPatch(toSymbolBody(symbols), patch);
    return [...symbols].flatMap(([member, symbol]) => findLoss(result, member, symbol));
  });
  return [...new Map(found.map((problem) => [problem.path.join("."), problem])).values()];
}

function findLoss(result: unknown, member: PaymentMember, symbol: symbol): PatchProblem[] {
  const most = kept.get(member);
  if (most === undefined) return [];
  const path = member.split(".");
  const count = countOf(result, symbol);
  if (count === 0) {
    const message = "The body must keep this member. Write its name in braces where this gateway wants it.";
    return [{ path, message }];
  }
  if (count > most) return [{ path, message: "Money stands in the body at most twice. Take one out." }];
  if (!isTakenByAnother(result, member, symbol)) return [];
  return [{ path, message: "Something else stands where this member stood. Take it out, or write the member's name in braces." }];
}

/** Whether the member's own place holds anything without it; an amount may also stand where its object stood. */
function isTakenByAnother(result: unknown, member: PaymentMember, symbol: symbol): boolean {
  let place = result;
  for (const name of member.split(".")) {
    if (!isObject(place)) return member === "amount.value" && place !== undefined && countOf(place, symbol) === 0;
    place = place[name];
  }
  return place !== undefined && countOf(place, symbol) === 0;
}

function countOf(value: unknown, symbol: symbol): number {
  if (value === symbol) return 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countOf(member, symbol), 0);
}

function toSymbolBody(symbols: ReadonlyMap<PaymentMember, symbol>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [member, symbol] of symbols) {
    const [name = "", inner] = member.split(".");
    body[name] = inner === undefined ? symbol : { ...(body[name] as object | undefined), [inner]: symbol };
  }
  return body;
}

/** JSON as a text, with its quotes, is only a text. */
function isPlaceholder(text: string): boolean {
  return text.startsWith("{") && text.endsWith("}") && !text.includes('"');
}

function memberOf(text: string): PaymentMember | undefined {
  return paymentMembers.find((member) => text === `{${member}}`);
}

/** The patch with the body's members in the place of their names; null, which takes a member out, for one it lacks. */
function fill(value: unknown, body: Record<string, unknown>): unknown {
  if (typeof value === "string") {
    const member = memberOf(value);
    return member === undefined ? value : (readMember(body, member) ?? null);
  }
  if (Array.isArray(value)) {
    return value.filter((each) => each === null || fill(each, body) !== null).map((each) => fill(each, body));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, body)]));
}

function readMember(body: Record<string, unknown>, member: PaymentMember): unknown {
  return member.split(".").reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), body);
}

/** RFC 7396. Built from entries, so that a member of any name is only a member. */
function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) members.delete(name);
    else members.set(name, merge(members.get(name), member));
  }
  return Object.fromEntries(members);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
