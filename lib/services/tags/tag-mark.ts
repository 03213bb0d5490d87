import { toTagKey } from "#lib/contract/tag-name.ts";
import type { Vault } from "#lib/vault/vault.ts";

const markCharacters = 22;

/** What a tag is stored and found by. An unknown one has a mark as well, which no record has. */
export function toTagMark(vault: Pick<Vault, "hash">, name: string): string;
export function toTagMark(vault: Pick<Vault, "hash">, name: string | undefined): string | undefined;
export function toTagMark(vault: Pick<Vault, "hash">, name: string | undefined): string | undefined {
  return name === undefined ? undefined : vault.hash(`tag ${toTagKey(name)}`).slice(0, markCharacters);
}
