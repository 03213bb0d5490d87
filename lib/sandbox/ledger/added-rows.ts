import type { MerchantProfile } from "../merchant-profile.ts";
import type { RecordKind, SandboxStorage } from "../storage.ts";
import { ledgerTypes, matchesClass, type RowFilter, rowClass } from "./event-kinds.ts";
import { type LedgerRow, toRowId, toWireTime } from "./ledger-row.ts";

export type AddedHead = { key: string; id: number };

/** A row to book; its id and date come from the moment it is booked. */
export type NewRow = Omit<LedgerRow, "id" | "date" | "payment_reference"> & { payment_reference: string };

export const addedKind: RecordKind<LedgerRow> = "ledger";

/** The rows that payments of this sandbox added to a merchant's ledger. */
export class AddedRows {
  readonly #profile: MerchantProfile;
  readonly #storage: SandboxStorage;

  constructor(profile: MerchantProfile, storage: SandboxStorage) {
    this.#profile = profile;
    this.#storage = storage;
  }

  /** A reference has at most one row of each type: booking the same again changes nothing, so it may be repeated. */
  async book(atMs: number, rows: readonly NewRow[]): Promise<void> {
    const { slug } = this.#profile;
    const [sequence = 0] = await this.#storage.increment([`ledger-sequence:${slug}`]);
    for (const [offset, row] of rows.entries()) {
      const id = toRowId(atMs, 500 + ((sequence * 4 + offset) % 500));
      const value = { ...row, id, date: toWireTime(atMs) };
      const tag = `${this.#classOf(row)} ${id}`;
      await this.#storage.insert({
        kind: addedKind,
        key: this.#key(row.payment_reference, row.transaction_type),
        group: slug,
        at: atMs,
        tag,
        value,
      });
    }
  }

  /** Ids and keys of the rows in this time that pass, oldest first; values are read for one page only. */
  async heads(filter: RowFilter, range: { from: number; to?: number }): Promise<AddedHead[]> {
    const heads = await this.#storage.listHeads(addedKind, { group: this.#profile.slug, ...range });
    const found = heads.flatMap(({ key, tag }) => {
      const [of, id] = tag.split(" ").map(Number);
      return of !== undefined && id !== undefined && matchesClass(filter, of) ? [{ key, id }] : [];
    });
    return found.sort((a, b) => a.id - b.id);
  }

  async read(keys: readonly string[]): Promise<Map<string, LedgerRow>> {
    const records = await this.#storage.findMany(addedKind, keys);
    return new Map(records.map(({ key, value }) => [key, value]));
  }

  /** Rows by reference, oldest first. */
  async findReferences(references: readonly string[]): Promise<LedgerRow[]> {
    const keys = references.flatMap((reference) => ledgerTypes.map((type) => this.#key(reference, type)));
    return [...(await this.read(keys)).values()].sort((a, b) => a.id - b.id);
  }

  #key(reference: string, type: string): string {
    return `${this.#profile.slug} ${type} ${reference}`;
  }

  #classOf(row: NewRow): number {
    const account = this.#profile.accounts.findIndex(({ accountNumber }) => accountNumber === row.account_number);
    return rowClass(Math.max(0, account), row.transaction_type, row.sign);
  }
}
