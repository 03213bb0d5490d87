import type { Message } from "./text.ts";
import { coreText } from "./texts.ts";

/** Members of a payment's request body, each a number or a string, named by their path. */
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
 * A JSON merge patch (RFC 7396) of a payment's request body, for a gateway with other member names. A string that is a
 * member's path in braces, such as `{terminal_id}`, stands for that member of the original body.
 */
export type PaymentBodyPatch = { [member: string]: unknown };

/** What is wrong with a patch: where, and how to correct it. */
export type PatchProblem = { path: string[] } & Message;

const bytesMax = 4_096;
const depthMax = 5;

/**
 * Members a patch must preserve: without them a wrong payment would be made, or one with a lost response never found by
 * its reference. The number says how often each may occur in the body: money at most twice.
 */
const preservedMembers: ReadonlyMap<PaymentMember, number> = new Map<PaymentMember, number>([
  ["amount.value", 2],
  ["amount.tip", 2],
  ["amount.currency_code", Number.POSITIVE_INFINITY],
  ["terminal_id", Number.POSITIVE_INFINITY],
  ["reference_number", Number.POSITIVE_INFINITY],
]);

/** The body with the patch applied. A member that this payment does not have is left out wherever the patch puts it. */
export function applyPaymentBodyPatch(body: Record<string, unknown>, patch: PaymentBodyPatch): Record<string, unknown> {
  return merge(body, fill(patch, body)) as Record<string, unknown>;
}

/** Why a patch is rejected; empty when every payment preserves its amount, currency, terminal and reference. */
export function findPatchProblems(patch: PaymentBodyPatch): PatchProblem[] {
  const problems = findMemberProblems(patch, []);
  if (problems.length > 0) return problems;
  const bytes = new TextEncoder().encode(JSON.stringify(patch)).length;
  return bytes > bytesMax ? [{ path: [], ...coreText("patch_too_large") }] : findLosses(patch);
}

function findMemberProblems(value: unknown, path: string[]): PatchProblem[] {
  if (typeof value === "string" && isPlaceholder(value) && memberOf(value) === undefined) {
    return [{ path, ...coreText("patch_member_unknown", { members: paymentMembers.join(", ") }) }];
  }
  if (typeof value === "number" && !Number.isFinite(value)) return [{ path, ...tooLarge }];
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return [{ path, ...tooLarge }];
  if (typeof value !== "object" || value === null) return [];
  if (path.length >= depthMax) return [{ path, ...coreText("patch_too_deep") }];
  return Object.entries(value).flatMap(([name, member]) => findMemberProblems(member, [...path, name]));
}

const tooLarge = coreText("patch_number_too_large");

/**
 * Each member is a unique symbol here, which a constant of a patch cannot equal. Checked with every member and with the
 * required ones only.
 */
function findLosses(patch: PaymentBodyPatch): PatchProblem[] {
  const required = paymentMembers.filter((member) => preservedMembers.has(member) && member !== "amount.tip");
  const found = [paymentMembers, required].flatMap((members) => {
    const symbols = new Map(members.map((member) => [member, Symbol(member)]));
    const result = applyPaymentBodyPatch(toSymbolBody(symbols), patch);
    return [...symbols].flatMap(([member, symbol]) => findLoss(result, member, symbol));
  });
  return [...new Map(found.map((problem) => [problem.path.join("."), problem])).values()];
}

function findLoss(result: unknown, member: PaymentMember, symbol: symbol): PatchProblem[] {
  const limit = preservedMembers.get(member);
  if (limit === undefined) return [];
  const path = member.split(".");
  const count = countOf(result, symbol);
  if (count === 0) {
    return [{ path, ...coreText("patch_member_lost") }];
  }
  if (count > limit) return [{ path, ...coreText("patch_money_repeated") }];
  if (!isReplaced(result, member, symbol)) return [];
  return [{ path, ...coreText("patch_member_replaced") }];
}

/** Whether another value replaced the member at its path; an amount may also replace its whole object. */
function isReplaced(result: unknown, member: PaymentMember, symbol: symbol): boolean {
  let node = result;
  for (const name of member.split(".")) {
    if (!isObject(node)) return member === "amount.value" && node !== undefined && countOf(node, symbol) === 0;
    node = node[name];
  }
  return node !== undefined && countOf(node, symbol) === 0;
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

/** A string of JSON with quotes is an ordinary string. */
function isPlaceholder(text: string): boolean {
  return text.startsWith("{") && text.endsWith("}") && !text.includes('"');
}

function memberOf(text: string): PaymentMember | undefined {
  return paymentMembers.find((member) => text === `{${member}}`);
}

/** The patch with placeholders replaced by the body's members; null, which removes a member, where the body has none. */
function fill(value: unknown, body: Record<string, unknown>): unknown {
  if (typeof value === "string") {
    const member = memberOf(value);
    return member === undefined ? value : (readMember(body, member) ?? null);
  }
  if (Array.isArray(value)) {
    return value.filter((item) => item === null || fill(item, body) !== null).map((item) => fill(item, body));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, body)]));
}

function readMember(body: Record<string, unknown>, member: PaymentMember): unknown {
  return member.split(".").reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), body);
}

/** RFC 7396. Uses entries, so that a member may have any name, such as `__proto__`. */
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
