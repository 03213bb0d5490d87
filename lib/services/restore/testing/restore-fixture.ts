import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inArray, or } from "drizzle-orm";
import { raiseFence } from "#lib/db/restore/raise-fence.ts";
import { paymentOperation, payment as paymentTable } from "#lib/db/schema/payment.ts";
import type { PaymentFixture } from "../../payments/testing/payment-fixture.ts";

const hourMs = 3_600_000;

/** The database as a backup has it that was made before these payments, with the fence raised. */
export async function restoreFixtureWithout(fixture: PaymentFixture, ids: readonly string[]): Promise<void> {
  const { db, vault } = fixture.ctx();
  const lost = [...ids];
  await db.delete(paymentOperation).where(inArray(paymentOperation.paymentId, lost));
  await db.delete(paymentTable).where(or(inArray(paymentTable.id, lost), inArray(paymentTable.originalId, lost)));
  // An hour ago, so that no call of the lost processes can still be under way.
  const restoredAt = new Date(Date.now() - hourMs);
  const backupAt = new Date(restoredAt.getTime() - hourMs);
  // A journal without any sign-in, so that the guards need no release.
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-journal-"));
  try {
    await writeFile(path.join(folder, `${backupAt.getTime() - hourMs}-1-begin.journal`), "");
    await raiseFence({ db, vault }, { restoredAt, backupAt, journalFolders: [folder] });
  } finally {
    await rm(folder, { recursive: true });
  }
}
