import { type KeyObject, verify } from "node:crypto";
import fc from "fast-check";
import {
  type Entry,
  encodeEntries,
  notifyEntries,
  rollbackEntries,
  type Signer,
  signEntries,
} from "#lib/notifications/testing/sign.ts";
import { type HostileAlphabet, hostileAlphabets, hostileBody } from "./hostile-bodies.ts";

export type FuzzOptions = {
  /** Sends the body and returns the response; rejects without a response. */
  post(body: Buffer): Promise<{ status: number; text: string }>;
  signer: Signer;
  sid: string;
  bodies: number;
  seed?: number;
};

export type FuzzCount = { bodies: number; ok: number; seed: number };

const atOnce = 50;
const samplesMade = 60;

/**
 * Sends random bytes, form-like text, text that is slow to search, and modified genuine messages. Throws, with the smallest body that
 * shows it, when one gets no response, 5xx, or OK although `isGenuine` is false; and when a
 * genuine one in another encoding does not get OK.
 */
export async function fuzzNotify({ post, signer, sid, bodies, seed = Date.now() }: FuzzOptions): Promise<FuzzCount> {
  const samples = Array.from({ length: samplesMade }, (_, at) => sampleOf(at, { signer, sid }));
  const count = { bodies: 0, ok: 0, seed };
  const check = async ({ body, mustBeOk }: Shot) => {
    const { status, text } = await post(body);
    count.bodies += 1;
    if (status === 200) count.ok += 1;
    const isOk = status === 200 && text === "OK";
    if (status >= 500 || (status === 200 && !isOk)) throw new Error(`answered ${status} ${text}`);
    if (isOk && !isGenuine(body, signer.key.publicKey)) throw new Error("an unverified body was answered OK");
    if (mustBeOk && !isOk) throw new Error(`a genuine body was answered ${status} ${text}`);
  };
  const shots = fc.array(shot(samples), { minLength: atOnce, maxLength: atOnce });
  const property = fc.asyncProperty(shots, async (all) => {
    await Promise.all(all.map(check));
  });
  await fc.assert(property, {
    numRuns: Math.ceil(bodies / atOnce),
    seed,
    endOnFailure: false,
    interruptAfterTimeLimit: 3_600_000,
  });
  return count;
}

type Shot = { body: Buffer; mustBeOk: boolean };

function sampleOf(at: number, { signer, sid }: Pick<FuzzOptions, "signer" | "sid">): Entry[] {
  const order = { sid, orderId: `FUZZ-${at}`, trnref: `F${at}` };
  const extra: Entry[] =
    at % 3 === 0
      ? [
          ["CustomerFirstNames", `IPCPurchaseNotify-${sid}-9.99-EUR-X`],
          ["Note", "ü -& "],
        ]
      : [];
  const entries = at % 5 === 0 ? rollbackEntries(order) : notifyEntries(order, extra);
  return [...entries, ["Signature", signEntries(entries, signer.privateKey)]];
}

function shot(samples: readonly Entry[][]): fc.Arbitrary<Shot> {
  const sample = fc.constantFrom(...samples);
  const bytes = fc.uint8Array({ maxLength: 600 }).map((all) => Buffer.from(all));
  const huge = fc
    .tuple(bytes, fc.integer({ min: 60_000, max: 70_000 }))
    .map(([some, size]) => Buffer.alloc(size, some.length > 0 ? some : "a"));
  const alphabets = Object.keys(hostileAlphabets) as HostileAlphabet[];
  const hostile = fc
    .tuple(fc.constantFrom(...alphabets), fc.nat({ max: 1_000_000 }))
    .map(([alphabet, number]) => hostileBody(alphabet, number));
  const piece = fc.constantFrom(
    "IPCmethod",
    "Signature",
    "SID",
    "Amount",
    "=",
    "&",
    "%",
    "%00",
    "+",
    "[]",
    "__proto__",
    ";",
    "IPCPurchaseNotify",
    "\u0000",
    "ÿ",
    "-",
    "==",
  );
  const formLike = fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join("")));
  const forged = fc
    .oneof(bytes, formLike, bent(sample), relabelled(sample), cutAndPasted(sample, sample))
    .map((body) => ({ body, mustBeOk: false }));
  const genuine = fc.tuple(sample, fc.nat()).map(([entries, salt]) => ({ body: reencoded(entries, salt), mustBeOk: true }));
  return fc.oneof(
    { weight: 90, arbitrary: forged },
    { weight: 8, arbitrary: genuine },
    { weight: 1, arbitrary: fc.oneof(huge, hostile).map((body) => ({ body, mustBeOk: false })) },
  );
}

const nothing: Entry = ["", ""];
const encode = (entries: readonly Entry[]) => Buffer.from(encodeEntries(entries));

/** With some bytes changed, removed or inserted. */
function bent(sample: fc.Arbitrary<Entry[]>): fc.Arbitrary<Buffer> {
  const change = fc.record({
    at: fc.nat(),
    byte: fc.integer({ min: 0, max: 255 }),
    kind: fc.constantFrom("set", "insert", "remove", "cut"),
  });
  return fc.tuple(sample, fc.array(change, { minLength: 1, maxLength: 4 })).map(([entries, changes]) =>
    changes.reduce((body, { at, byte, kind }) => {
      const place = at % (body.length + 1);
      const rest = {
        set: body.subarray(place + 1),
        insert: body.subarray(place),
        remove: body.subarray(place + 1),
        cut: Buffer.of(),
      }[kind];
      const put = kind === "set" || kind === "insert" ? Buffer.of(byte) : Buffer.of();
      return Buffer.concat([body.subarray(0, place), put, rest ?? Buffer.of()]);
    }, encode(entries)),
  );
}

/** With pairs swapped, repeated, removed, merged or renamed. */
function relabelled(sample: fc.Arbitrary<Entry[]>): fc.Arbitrary<Buffer> {
  const name = fc.constantFrom("Amount", "amount", "Amount[]", "IPCmethod", "SID", "OrderID", "Signature", "X", "");
  const act = fc.record({
    kind: fc.constantFrom("swap", "repeat", "drop", "rename", "merge"),
    from: fc.nat(),
    to: fc.nat(),
    name,
  });
  return fc.tuple(sample, fc.array(act, { minLength: 1, maxLength: 3 })).map(([entries, acts]) =>
    encode(
      acts.reduce<Entry[]>(
        (all, { kind, from, to, name: label }) => {
          const [left, right] = [from % all.length, to % all.length];
          const [one, other] = [all[left] ?? nothing, all[right] ?? nothing];
          if (kind === "swap") return all.with(left, other).with(right, one);
          if (kind === "repeat") return all.toSpliced(right, 0, one);
          if (kind === "drop" && all.length > 1) return all.toSpliced(left, 1);
          if (kind === "merge") return all.toSpliced(left, 2, [one[0], `${one[1]}-${all[left + 1]?.[1] ?? ""}`]);
          return all.with(left, [label, one[1]]);
        },
        [...entries],
      ),
    ),
  );
}

function cutAndPasted(one: fc.Arbitrary<Entry[]>, other: fc.Arbitrary<Entry[]>): fc.Arbitrary<Buffer> {
  return fc.tuple(one, other, fc.nat(), fc.nat()).map(([left, right, cut, from]) => {
    return encode([...left.slice(0, cut % left.length), ...right.slice(from % right.length)]);
  });
}

/** The same message, each byte in one of its equivalent encodings. */
function reencoded(entries: readonly Entry[], salt: number): Buffer {
  let at = salt;
  const text = encodeEntries(entries).replace(/%[0-9A-F]{2}/g, (code) => {
    at = (at * 31 + 7) % 1_000_003;
    if (code === "%20" && at % 2 === 0) return "+";
    return at % 3 === 0 ? code.toLowerCase() : code;
  });
  return Buffer.from(at % 4 === 0 ? `&${text}&&` : text);
}

/** Whether a body may get OK, decided without the code under test: by text, a pattern and the signature. */
function isGenuine(body: Buffer, key: KeyObject | null): boolean {
  const decode = (text: string) =>
    text.replaceAll("+", " ").replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const pairs = body
    .toString("latin1")
    .split("&")
    .filter((piece) => piece !== "")
    .map((piece) => {
      const [name = "", ...value] = piece.split("=");
      return [decode(name), decode(value.join("="))] as const;
    });
  const names = pairs.map(([name]) => name.toLowerCase().replace(/\[.*$/s, ""));
  const signed = pairs.filter(([name]) => name.toLowerCase() !== "signature");
  const signature = pairs.find(([name]) => name.toLowerCase() === "signature")?.[1] ?? "";
  if (key === null || new Set(names).size < names.length || signed[0]?.[0] !== "IPCmethod") return false;
  const data = Buffer.from(signed.map(([, value]) => value).join("-"), "latin1").toString("base64");
  return verify("RSA-SHA256", Buffer.from(data), key, Buffer.from(signature, "base64"));
}
