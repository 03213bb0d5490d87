import { isAppError, messageOf, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Message } from "#lib/core/text.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { changePayment } from "#lib/db/payments/payment-changes.ts";
import { findKnownGatewayIds, listChecks, saveCheck } from "#lib/db/payments/payment-checks.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { hasTakenPayments } from "#lib/db/transactions/used-terminals.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { PaymentLimits } from "../../context.ts";
import { equipmentBudgetMs, readEquipment } from "../../terminals/read-terminals.ts";
import { applyAnswer, applyListed } from "./apply-response.ts";
import { checkLedger, type LedgerCheck } from "./check-ledger.ts";
import { checkTerminal, type TerminalCheck } from "./check-terminal.ts";
import { countingChecks, isNotProcessed } from "./confirm-not-processed.ts";
import { isOwnReference } from "./generate-reference.ts";
import { limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";
import { toMessage, toNotTaken } from "./problem.ts";
import { noteCreatedAt } from "./record-payment-times.ts";

type Unknown = {
  merchant: MerchantRow;
  gateway: Pick<MerchantGateway, "getPayment" | "listPayments">;
  terminalId: string;
  payments: readonly PaymentRow[];
};

/**
 * Searches unknown payments of one terminal by their references, in the terminal's payments and in the ledger. A payment that
 * is found continues; one that two complete checks lack did not happen, while a refund, whose money may be gone, stays unknown
 * until it is found or staff decides; nothing is ever sent again. Throws why the terminal could not be checked, after
 * recording it.
 */
export async function resolveUnknown(ports: PaymentPorts, unknown: Unknown): Promise<void> {
  const startedMs = (await databaseNow(ports.db)).getTime();
  const askedMs = ports.clock.now();
  const terminal = await checkTerminal(unknown.gateway, unknown).catch(async (thrown) => {
    const note = serviceText("terminal_not_listed", { reason: messageOf(toAppError(thrown)) });
    for (const payment of unknown.payments) await write(ports, payment, { atMs: startedMs, isComplete: false, note });
    throw thrown;
  });
  for (const payment of unknown.payments) await applyFound(ports, unknown, { payment, terminal });
  const missing = unknown.payments.filter((payment) => !terminal.found.has(payment.id));
  if (missing.length === 0) return;
  const { merchant } = unknown;
  const { zone } = await ports.gateways.environment(merchant.environment as Environment);
  const ledger = await checkLedger(ports, { merchant, payments: missing, zone });
  // The ledger was read by this process's clock: only the age of the reading is used.
  const ledgerAgeMs = ledger.asOfMs === undefined ? 0 : Math.max(0, askedMs - ledger.asOfMs);
  for (const payment of missing) await conclude(ports, { merchant, payment, terminal, ledger, atMs: startedMs - ledgerAgeMs });
}

async function applyFound(
  ports: PaymentPorts,
  { gateway }: Unknown,
  { payment, terminal }: { payment: PaymentRow; terminal: TerminalCheck },
): Promise<void> {
  const answer = terminal.found.get(payment.id);
  if (!answer) return;
  const note = serviceText("found_at_terminal");
  await applyListed(ports, { id: payment.id, answer, note });
  if (isOwnReference(payment.referenceNumber)) await noteCreatedAt(ports, payment, answer);
  // A list may have neither card nor codes, and an older state. Where its own address does not know it, the item is all there is.
  const own = await gateway.getPayment(answer.id).catch((thrown) => {
    return isAppError(thrown) && thrown.code === "gateway_not_found" ? answer : undefined;
  });
  if (own) await applyAnswer(ports, { id: payment.id, answer: own });
}

type CheckedPlaces = { merchant: MerchantRow; payment: PaymentRow; terminal: TerminalCheck; ledger: LedgerCheck; atMs: number };

async function conclude(ports: PaymentPorts, looked: CheckedPlaces): Promise<void> {
  const { payment, terminal, ledger, atMs } = looked;
  const row = ledger.found.get(payment.id);
  // The ledger's sale may be any of several that the terminal lists.
  const several = terminal.doubts.get(payment.id)?.find(({ isSame }) => isSame)?.note;
  if (row && !several) {
    const { reference } = row;
    const note = reference === null ? serviceText("found_in_ledger") : serviceText("found_in_ledger_as", { reference });
    await changePayment(ports.db, { id: payment.id, status: "success", source: "gateway", note });
    return;
  }
  if (payment.status === "failed") return;
  const limits = await limitsOf(ports.gateways, payment.environment);
  const isEarly = atMs < payment.createdAt.getTime() + limits.callMs;
  const missed = several ?? (await whyIncomplete(ports, looked)) ?? (isEarly ? serviceText("not_there_yet") : undefined);
  const note = missed ?? serviceText("found_nowhere", { count: terminal.seen });
  await write(ports, payment, { atMs, isComplete: missed === undefined, note });
  // One in progress was at the gateway: the customer may still pay it.
  if (missed === undefined && payment.kind === "payment" && payment.status === "unknown")
    await closeWhenNotProcessed(ports, payment, limits);
}

/** Why this check proves nothing; undefined when it does. */
async function whyIncomplete(ports: PaymentPorts, looked: CheckedPlaces): Promise<Message | undefined> {
  const { payment, terminal, ledger } = looked;
  if (terminal.seen === 0 && !(await isKnownTerminal(ports, looked))) return serviceText("terminal_never_named");
  if (!terminal.isComplete) return serviceText("terminal_has_more");
  if (ledger.asOfMs === undefined)
    return ledger.problem ? serviceText("ledger_unread_because", { reason: ledger.problem }) : serviceText("ledger_unread");
  const doubts = terminal.doubts.get(payment.id) ?? [];
  const ids = doubts.map(({ gatewayId }) => gatewayId);
  const known = await findKnownGatewayIds(ports.db, { environment: payment.environment, ids });
  return doubts.find(({ gatewayId }) => !known.has(gatewayId))?.note ?? ledger.doubts.get(payment.id);
}

/** Whether the gateway has shown that it knows the terminal: a typed id may not exist. */
async function isKnownTerminal(ports: PaymentPorts, { merchant, payment }: CheckedPlaces): Promise<boolean> {
  const { environment, terminalId } = payment;
  if (await hasTakenPayments(ports.db, { environment, merchantId: merchant.id, terminalId })) return true;
  const read = await withTimeout(equipmentBudgetMs, readEquipment(ports, merchant));
  return read.state === "done" && read.value.terminals.some((item) => item.terminalId === terminalId);
}

function write(
  { db }: PaymentPorts,
  { id }: PaymentRow,
  { atMs, ...look }: { atMs: number; isComplete: boolean; note: Message },
): Promise<void> {
  return saveCheck(db, { paymentId: id, at: new Date(atMs), ...look });
}

async function closeWhenNotProcessed({ db }: PaymentPorts, payment: PaymentRow, limits: PaymentLimits): Promise<void> {
  const looks = countingChecks(await listChecks(db, payment.id), payment, limits);
  if (!isNotProcessed(looks, payment, limits)) return;
  const problem = toNotTaken(looks.filter((_, at) => at === 0 || at === looks.length - 1));
  await changePayment(db, {
    id: payment.id,
    status: "failed",
    source: "desk",
    note: toMessage(problem),
    set: { problem },
  });
}
