import type { CallList } from "#lib/contract/call.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { notificationDetailState, paymentDetailState, transactionDetailState } from "#lib/contract/record-state.ts";
import type { TransactionDetail } from "#lib/contract/transaction.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { type StateTexts, toStateSentence } from "#lib/core/record-sentence.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { createRedactor } from "#lib/privacy/redact.ts";
import { listCalls } from "../calls/list-calls.ts";
import { hasRole, type ServiceContext } from "../context.ts";
import { getNotification } from "../notifications/get-notification.ts";
import { getPayment } from "../payments/get-payment.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { getTransactionById } from "../transactions/get-transaction-by-id.ts";
import { type Timing, toTimings } from "./timings.ts";
import { type WithoutPersonal, withoutPersonal } from "./without-personal.ts";

export type Subject = Partial<Record<"reference" | "id" | "payment" | "notification", string | undefined>>;

/** A notification for a ticket: no body, no sender's address, and only headers about its transport. */
export type BundledNotification = Pick<
  NotificationDetail,
  | "id"
  | "receivedAt"
  | "method"
  | "orderId"
  | "trnref"
  | "verdict"
  | "reasons"
  | "answered"
  | "seen"
  | "state"
  | "facts"
  | "transaction"
> & {
  fields: Pick<NotificationDetail["fields"][number], "name" | "label" | "value" | "meaning">[];
  headers: NotificationDetail["headers"];
  firstDifference: string | null;
};

export type Bundle = {
  /** What the page says about it, in English: the first thing to read. */
  summary: string;
  madeAt: string;
  environment: string;
  merchant: string;
  subject: Subject;
  transaction: WithoutPersonal<TransactionDetail> | null;
  payments: WithoutPersonal<PaymentDetail>[];
  notifications: BundledNotification[];
  /** The newest gateway calls for this merchant, as long as they are stored; none for a viewer. */
  calls: CallList["items"];
  timings: Timing[];
};

const relatedMax = 10;
const callsMax = 40;
const tellingHeaders = new Set(["content-type", "content-length", "user-agent", "accept", "accept-encoding"]);

type PaymentAddress = { environment: Environment; merchant: string };

/** Everything a ticket about a payment needs, without credentials, card numbers and personal data. */
export async function gatherSupportBundle(
  ctx: ServiceContext,
  place: PaymentAddress,
  { subject, texts }: { subject: Subject; texts: StateTexts },
): Promise<Bundle> {
  const asked = subject.payment === undefined ? undefined : await getPayment(ctx, { ...place, paymentId: subject.payment });
  const notified =
    subject.notification === undefined ? undefined : await getNotification(ctx, { ...place, id: subject.notification });
  const transaction = await findTransaction(ctx, place, { subject, asked, notified });
  const others = (transaction?.payments ?? []).filter(({ paymentId }) => paymentId !== asked?.paymentId).slice(0, relatedMax);
  const payments = [
    ...(asked ? [asked] : []),
    ...(await Promise.all(others.map(({ paymentId }) => getPayment(ctx, { ...place, paymentId })))),
  ];
  const known = [...(notified ? [notified] : []), ...(transaction?.notifications ?? []), ...(asked?.notifications ?? [])];
  const ids = new Set(known.map(({ id }) => id));
  const notifications = await Promise.all(
    [...ids].slice(0, relatedMax).map(async (id) => toBundled(await getNotification(ctx, { ...place, id }))),
  );
  const timings = toTimings({ transaction, payments, notifications });
  const bundle = { ...withoutPersonal({ transaction, payments }), notifications, calls: await findCalls(ctx, place) };
  const madeAt = new Date(ctx.clock.now()).toISOString();
  const summary = await summarise(ctx, place, { asked, notified, transaction, texts });
  const made = createRedactor().redact({ summary, madeAt, ...place, subject, ...bundle, timings }) as Bundle;
  return ctx.staff.isPresenting ? hidePersonal(made) : made;
}

type Asked = { asked: PaymentDetail | undefined; notified: NotificationDetail | undefined };
type Told = Asked & { transaction: TransactionDetail | null; texts: StateTexts };

/** The sentence of the page that the bundle was asked from. */
async function summarise({ gateways }: ServiceContext, place: PaymentAddress, { asked, notified, transaction, texts }: Told) {
  const ofTransaction = transaction && transactionDetailState(transaction);
  const state = asked ? paymentDetailState(asked) : notified ? notificationDetailState(notified) : ofTransaction;
  const { zone } = await gateways.environment(place.environment);
  return state ? toStateSentence(texts, state, { locale: "en-GB", zone }) : "";
}

async function findTransaction(
  ctx: ServiceContext,
  place: PaymentAddress,
  { subject, asked, notified }: Asked & { subject: Subject },
): Promise<TransactionDetail | null> {
  const id = subject.id ?? (notified?.transaction?.reference === null ? (notified.transaction.id ?? undefined) : undefined);
  if (id !== undefined) return getTransactionById(ctx, { ...place, id });
  const known = subject.reference ?? asked?.transaction?.reference ?? notified?.transaction?.reference;
  return known == null ? null : getTransaction(ctx, { ...place, reference: known });
}

async function findCalls(ctx: ServiceContext, { environment, merchant }: PaymentAddress): Promise<CallList["items"]> {
  if (!hasRole(ctx.staff, "support")) return [];
  const { items } = await listCalls(ctx, { environment, input: { merchant } });
  return items.slice(-callsMax);
}

function toBundled(detail: NotificationDetail): BundledNotification {
  const { id, receivedAt, method, orderId, trnref, verdict, reasons, answered, seen, state, facts, transaction } = detail;
  return {
    ...{ id, receivedAt, method, orderId, trnref, verdict, reasons, answered, seen, state, facts, transaction },
    fields: detail.fields.map(({ name, label, value, meaning }) => ({ name, label, value, meaning })),
    headers: detail.headers.filter(({ name }) => tellingHeaders.has(name.toLowerCase())),
    firstDifference: detail.working.firstDifference,
  };
}
