import { randomBytes } from "node:crypto";
import { createLocalWrapper } from "../key-wrapper.ts";
import { createVault, type Vault } from "../vault.ts";

/** A vault with its own keys. */
export function createTestVault(): Vault {
  return createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
}
