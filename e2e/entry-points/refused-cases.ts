import type { Case } from "./cases.ts";
import { payment, signed } from "./genuine-cases.ts";

const notHere = { status: 404, answer: "no such endpoint" };
const notSo = { status: 405, answer: "POST only" };
const notThat = { status: 415, answer: "application/x-www-form-urlencoded only" };
const tooLarge = { status: 413, answer: "the body is too large" };

const typed = (value: string, ...more: (readonly [string, string])[]) => [["content-type", value] as const, ...more];
const form = "application/x-www-form-urlencoded";

export const refusedCases: readonly Case[] = [
  ...["GET", "PUT", "DELETE", "PATCH", "OPTIONS"].map(
    (method): Case => ({ name: method, method, body: signed(payment()), ...notSo }),
  ),
  { name: "HEAD", method: "HEAD", ...notSo, answer: "" },
  { name: "no content type", headers: [], body: signed(payment()), ...notThat },
  ...["application/json", "text/plain", "multipart/form-data; boundary=x", `${form}x`, `x ${form}`, `text/html, ${form}`].map(
    (type): Case => ({ name: `as ${type}`, headers: typed(type), body: signed(payment()), ...notThat }),
  ),
  { name: "compressed", headers: typed(form, ["content-encoding", "gzip"]), body: signed(payment()), ...notThat },
  { name: "said to be as it is", headers: typed(form, ["content-encoding", "identity"]), body: signed(payment()), ...notThat },
  { name: "a byte too many", body: Buffer.alloc(65_537, "a"), ...tooLarge },
  { name: "a byte too many in chunks", framing: "chunked", body: Buffer.alloc(65_537, "a"), ...tooLarge },
  { name: "300 MB declared", headers: typed(form, ["content-length", "300000000"]), body: Buffer.from("a=b"), ...tooLarge },
  { name: "a body without end", framing: "endless", ...tooLarge },
  { name: "an endpoint nobody has", path: `/api/notify/${"0".repeat(32)}`, body: signed(payment()), ...notHere },
  { name: "an id in capitals", path: `/api/notify/${"A".repeat(32)}`, body: signed(payment()), ...notHere },
  { name: "an id too short", path: "/api/notify/abc", body: signed(payment()), ...notHere },
  { name: "an id too long", path: `/api/notify/${"a".repeat(2_000)}`, body: signed(payment()), ...notHere },
  { name: "an escaped id", path: "/api/notify/%30{id}", body: signed(payment()), ...notHere },
  { name: "a way out of the folder", path: "/api/notify/..%2f..%2fetc", body: signed(payment()), ...notHere },
  { name: "SQL as an id", path: "/api/notify/'%20or%20'1'='1", body: signed(payment()), ...notHere },
  { name: "a sender that stalls", framing: "stalled", body: signed(payment()), status: 408, answer: "the body took too long" },
];
