import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encrypt, VaultError } from "./aead.ts";
import { createLocalWrapper } from "./key-wrapper.ts";
import { createVault } from "./vault.ts";

const place = { table: "credential", row: "7", column: "secret" };
const older = createLocalWrapper({ id: "old", key: randomBytes(32) });
const newer = createLocalWrapper({ id: "new", key: randomBytes(32) });
const hashSecret = randomBytes(32);
const vault = createVault({ wrappers: [older], hashSecret });

describe("a sealed value", () => {
  test("opens to the same bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect([...vault.open(vault.seal(bytes, place), place)]).toEqual([...bytes]);
      }),
    );
  });

  test("sealed together with others opens separately, and only in its own place", () => {
    const [here, there] = [place, { ...place, row: "8" }];
    const [first, second] = vault.sealAll([here, there].map((context) => ({ plain: Buffer.from(context.row), context })));
    expect(vault.open(first ?? Buffer.of(), here).toString()).toBe("7");
    expect(vault.open(second ?? Buffer.of(), there).toString()).toBe("8");
    expect(() => vault.open(first ?? Buffer.of(), there)).toThrow(VaultError);
  });

  test("does not open in another row, column or table", () => {
    const sealed = vault.seal("sec_1", place);
    for (const moved of [
      { ...place, row: "8" },
      { ...place, column: "id" },
      { ...place, table: "merchant" },
    ]) {
      expect(() => vault.open(sealed, moved)).toThrow(VaultError);
    }
  });

  test("does not open when any one bit of it was flipped", () => {
    const sealed = vault.seal("sec_1", place);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => vault.open(changed, place)).toThrow(VaultError);
    }
  });

  test("never repeats, even for the same text in the same place", () => {
    expect(vault.seal("sec_1", place).equals(vault.seal("sec_1", place))).toBe(false);
  });

  test("opens after a newer key was added, but not after its key was removed", () => {
    const sealed = vault.seal("sec_1", place);
    expect(
      createVault({ wrappers: [newer, older], hashSecret })
        .open(sealed, place)
        .toString(),
    ).toBe("sec_1");
    expect(() => createVault({ wrappers: [newer], hashSecret }).open(sealed, place)).toThrow(/"old"/);
  });
});

test("a data key that was wrapped with AES-256-GCM still opens", () => {
  const key = randomBytes(32);
  const dataKey = randomBytes(32);
  const wrapped = encrypt(createSecretKey(key), dataKey, Buffer.from("counterfoil data key k1"));
  expect(createLocalWrapper({ id: "k1", key }).unwrap(wrapped)).toEqual(dataKey);
  expect(() => createLocalWrapper({ id: "k2", key }).unwrap(wrapped)).toThrow(VaultError);
});

test("a data key adds 40 bytes, and opens with no other key and under no other name", () => {
  const [key, dataKey] = [randomBytes(32), randomBytes(32)];
  const wrapper = createLocalWrapper({ id: "k1", key });
  const wrapped = wrapper.wrap(dataKey);
  expect(wrapped.length).toBe(40);
  expect(wrapper.unwrap(wrapped)).toEqual(dataKey);
  expect(() => createLocalWrapper({ id: "k2", key }).unwrap(wrapped)).toThrow(VaultError);
  expect(() => createLocalWrapper({ id: "k1", key: randomBytes(32) }).unwrap(wrapped)).toThrow(VaultError);
});

test("the search hash is equal for equal text only, and depends on the installation", () => {
  const elsewhere = createVault({ wrappers: [older], hashSecret: randomBytes(32) });
  expect(vault.hash("a@b.example")).toBe(vault.hash("a@b.example"));
  expect(vault.hash("a@b.example")).not.toBe(vault.hash("A@b.example"));
  expect(vault.hash("a@b.example")).not.toBe(elsewhere.hash("a@b.example"));
});
