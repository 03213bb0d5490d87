import type { ErrorCode } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { PaymentBodyPatch } from "#lib/core/payment-body.ts";
import type { Answer, QuestionName } from "#lib/core/profile-questions.ts";
import type { Secret } from "#lib/core/secret.ts";
import type { Message } from "#lib/core/text.ts";
import type { NoAnswer } from "./http-request.ts";
import type { GuardActionResult, IdentityStatus, ManualMode } from "./permit.ts";
import type {
  Account,
  GatewayPage,
  GatewayPayment,
  LookupResult,
  PaymentCancellation,
  Terminal,
  TransactionDetail,
  TransactionPage,
} from "./records.ts";
import type {
  ChangeOptions,
  LookupOptions,
  PaymentRequest,
  RefundRequest,
  RequestPreview,
  ReversalRequest,
  TransactionsQuery,
} from "./requests.ts";

/** Differences between gateways with the same specification; one set for each environment, or for a merchant. */
export type GatewayOptions = {
  /** IANA zone of the gateway's times without a zone. */
  zone: string;
  /** The zone of its payments' times, if different. */
  paymentZone: string | undefined;
  /** Query name of the page size: "size" by the OpenAPI, "page_size" or another where the gateway wants it. */
  pageSizeName: string;
  pageSize: number;
  /** Whether account_number may be sent with the list. */
  sendAccount: boolean;
  /** Whether from_date and to_date may be sent with the list. */
  sendDates: boolean;
  /** How from_date and to_date are written first; another form is tried when the gateway refuses it. */
  dateForm: "days" | "instants" | "times";
  /** Future days may not be requested. */
  refusesFutureDates: boolean;
  /** Known to treat to_date as the whole day. */
  takesLastDayWhole: boolean;
  /** The list always returns its first page. */
  ignoresPage: boolean;
  /** Maximum number of references in one request to /transactions/multiple, and how its entries name theirs. */
  multipleMax: number;
  multipleReferences: "named" | "none" | "not_known";
  /** Account numbers for the list where the gateway does not allow reading its list of accounts. */
  accountNumbers: readonly string[];
  /** Time limit of one attempt, body included. */
  timeoutMs: number;
  /** Time limit of a read with all its retries and its sign-in. */
  deadlineMs: number;
  appName: string;
  appVersion: string;
  /** Changes to the body of a payment; `{}`: none. */
  paymentBody: PaymentBodyPatch;
};

export type GatewayEnvironment = {
  id: Environment;
  /** {base_url} of the specification; may have a path. */
  baseUrl: string;
  partnerId: string;
  applicationId: string;
  clientId: string;
  clientSecret: Secret;
  options: GatewayOptions;
};

export type MerchantIdentity = { id: string; slug: string; clientId: string; clientSecret: Secret };

/** The one record that a call is about: our payment, or a reference that the ledger has. */
export type CallSubject = { paymentId: string; reference?: undefined } | { paymentId?: undefined; reference: string };

/** One HTTP exchange, redacted: no headers, no bodies, no query values, no value of a path. */
export type GatewayCall = {
  environment: Environment;
  merchantId: string | null;
  subject: CallSubject | undefined;
  method: string;
  /** `/epos/v1/payments/{id}` (`call-path.ts`). */
  path: string;
  /** Null when there was no response. */
  status: number | null;
  /** Why there was none. */
  failure: NoAnswer["kind"] | null;
  ms: number;
  attempt: number;
  /** Nobody waited for it. */
  isBackground: boolean;
  /** The error, in our words. */
  problem: Message | null;
  /** The gateway's clock minus ours; only when they differ by more than 30 s (docs/lockout.md, rule 15). */
  clockSkewSeconds: number | null;
};

/** The gateway's behaviour, as shown by one of its responses, where its documents are unclear. */
export type GatewayFact = {
  merchantId: string;
  question: QuestionName;
  answer: Answer;
  /** The request and a summary of the response, without a merchant's values. */
  evidence: string;
  /** Contradicts the answer in force and suggests another: counted, but never used. */
  isHint?: boolean;
};

/** Rate control for background calls: within a budget, and after interactive ones. */
export type CallPace = {
  /** False once an interactive caller waits for it. */
  readonly isBackground: boolean;
  /** Resolves when a call may be sent; throws when the work is aborted. */
  ready(): Promise<void>;
  /** Called for each response. `retryAfterMs`: the delay that the gateway requested. */
  onResponse(answer: { status: number; retryAfterMs: number | undefined }): void;
  /** An interactive caller waits for it: removes all delays. */
  hurry(): void;
};

/** Filters of a transaction list. */
export type Listing = Pick<
  GatewayOptions,
  "accountNumbers" | "sendAccount" | "sendDates" | "pageSize" | "refusesFutureDates" | "takesLastDayWhole" | "ignoresPage"
>;

export type ProbeOptions = { signal?: AbortSignal };

export type Probe = {
  /** Each question that was resolved. */
  found: { question: QuestionName; answer: Answer; evidence: string }[];
  calls: number;
  /** The error that ended it early; earlier findings remain valid. */
  problem: ErrorCode | undefined;
};

export type MerchantGateway = {
  readonly merchant: { id: string; slug: string };
  /** The filters that are actually sent: without dates or account the gateway returns more than requested. */
  readonly listing: Listing;
  /** Reports what a response showed of the gateway's behaviour. */
  recordFact(fact: Omit<GatewayFact, "merchantId">): void;
  /** Checks each open question about this gateway with reads only (docs/gateway.md). Throws only when it cannot start. */
  probe(options?: ProbeOptions): Promise<Probe>;
  /** All accounts, all pages. Empty when the gateway has no such list: then list without account number. */
  listAccounts(): Promise<Account[]>;
  readTransactions(query: TransactionsQuery): Promise<TransactionPage>;
  /** Throws gateway_not_found. */
  getTransaction(reference: string): Promise<TransactionDetail>;
  /** One result for each reference in the given order; throws only when no sign-in is possible. */
  lookupReferences(references: readonly string[], options?: LookupOptions): Promise<LookupResult[]>;
  /**
   * Sent at most once. `outcome_unknown`: may or may not have happened. Every other error: it did not happen;
   * `gatewayRefusal(error)` then returns the gateway's message.
   */
  createPayment(request: PaymentRequest & ChangeOptions): Promise<GatewayPayment>;
  /** The request of createPayment, without sending it; credential headers are named without their values. */
  previewPayment(request: PaymentRequest): RequestPreview;
  getPayment(id: string): Promise<GatewayPayment>;
  listPayments(query: { terminalId: string; page: number; pageSize?: number }): Promise<GatewayPage<GatewayPayment>>;
  /** As createPayment: sent at most once, same errors. */
  cancelPayment(id: string, options?: ChangeOptions): Promise<PaymentCancellation>;
  reversePayment(id: string, request?: ReversalRequest & ChangeOptions): Promise<GatewayPayment>;
  refundPayment(request: RefundRequest & ChangeOptions): Promise<GatewayPayment>;
  listTerminals(): Promise<Terminal[]>;
  getTerminal(terminalId: string): Promise<Terminal>;
  /** The state of the lockout guard; makes no gateway call. */
  identityStatus(): Promise<IdentityStatus>;
  /** Signs in if needed, through the permit like any call. */
  signIn(): Promise<void>;
  /**
   * The one manual attempt of this merchant's sign-in (docs/lockout.md, rules 11 and 12). `release`: it may be the exception
   * to "never a third". The caller checks the role and writes the audit row.
   */
  tryOnceMore(mode: ManualMode): Promise<GuardActionResult>;
  /** "The gateway confirmed that its counter was reset" for this merchant's pair. */
  counterWasReset(): Promise<void>;
};

/** The gateway's error message: for display beside our own. Redacted and truncated. */
export type GatewayRefusal = {
  status: number;
  title: string | null;
  detail: string | null;
  fields: { field: string; messages: string[] }[];
  code?: ErrorCode;
};
