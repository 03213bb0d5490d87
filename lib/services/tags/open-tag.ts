import type { TagRow } from "#lib/db/tags/record-tags.ts";
import type { Vault } from "#lib/vault/vault.ts";

type Key = Pick<TagRow, "environment" | "mark">;

export function sealTag(vault: Vault, { name, ...key }: Key & { name: string }): TagRow {
  return { ...key, name: vault.seal(Buffer.from(name), placeOf(key)) };
}

export function openTag(vault: Vault, { name, ...key }: TagRow): string {
  return vault.open(name, placeOf(key)).toString("utf8");
}

function placeOf({ environment, mark }: Key) {
  return { table: "tag", row: `${environment}/${mark}`, column: "name" };
}
