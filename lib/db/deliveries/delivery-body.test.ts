import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { openBody, sealBodies } from "./delivery-body.ts";

const key = randomBytes(32);
const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key })], hashSecret: key });
const id = "0190a1b2-0000-7000-8000-000000000000";

function sealed(body: Uint8Array): Buffer {
  return Buffer.concat(sealBodies(vault, [{ id, body }]));
}

const signatures = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const endings = fc.oneof(
  signatures.map((text) => encodeURIComponent(text)),
  signatures,
  signatures.map((text) => encodeURIComponent(text).toLowerCase()),
  signatures.map((text) => `${encodeURIComponent(text)}&x=1`),
  fc.constantFrom("", "%", "%2B", "=", "%3D%3D", "A", "AAA", "AAAA%3D"),
  fc.string(),
);

test("any body is restored byte for byte, whichever way its signature is written", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("", "a=b", "\u00e9=\u0000"),
      fc.constantFrom("&Signature=", "Signature=", ""),
      endings,
      (head, name, end) => {
        for (const body of [Buffer.from(head + name + end), Buffer.from(head + name + end, "latin1")]) {
          expect(openBody(vault, { id, body: sealed(body) })).toEqual(body);
        }
      },
    ),
  );
});

test("a signature is stored in as many bytes as it has", () => {
  const body = Buffer.from(signedBody(notifyEntries(), createSigner("k", 1_024)));
  const without = body.subarray(0, body.lastIndexOf("Signature="));
  expect(openBody(vault, { id, body: sealed(body) })).toEqual(body);
  expect(sealed(body).length - sealed(without).length).toBeLessThan(128 + 16);
});
