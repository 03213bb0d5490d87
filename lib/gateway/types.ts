import type { Clock } from "#lib/core/clock.ts";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { PaymentBodyPatch } from "#lib/core/payment-body.ts";
import type { Answer, QuestionName } from "#lib/core/profile-questions.ts";
import type { Secret } from "#lib/core/secret.ts";
import type { GuardActionResult, IdentityStatus, ManualMode, Outcome, PairKind, PermitLedger } from "./permit.ts";
import type {
  Account,
  GatewayPage,
  GatewayPayment,
  JsonRecord,
  LookupResult,
  PaymentCancellation,
  Terminal,
  TransactionDetail,
  TransactionPage,
  TransactionSign,
} from "./records.ts";
import type { TokenCache } from "./token-cache.ts";

/** What may differ between gateways that speak the same specification; one set for each environment, or for a merchant. */
export type GatewayOptions = {
  /** IANA zone the gateway's zone-less times are in. */
  zone: string;
  /** That of its payments' times, where it is another. */
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
  /** A day that has not come yet may not be asked for. */
  refusesFutureDates: boolean;
  /** Known to take a to_date as its whole day. */
  takesLastDayWhole: boolean;
  /** Every page of a list is its first. */
  ignoresPage: boolean;
  /** Most references of one question to /transactions/multiple, and how its entries name theirs. */
  multipleMax: number;
  multipleReferences: "named" | "none" | "not_known";
  /** Account numbers to list by where the gateway lets nobody read its list of accounts. */
  accountNumbers: readonly string[];
  /** Longest wait for one try, body included. */
  timeoutMs: number;
  /** Longest wait for a read with all its tries and its sign-in. */
  deadlineMs: number;
  appName: string;
  appVersion: string;
  /** What differs in the body of a payment; `{}`: nothing. */
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

/** One HTTP exchange, redacted: no headers, no bodies, no query values. */
export type GatewayCall = {
  environment: Environment;
  merchantId: string | null;
  method: string;
  path: string;
  /** Null when there was no answer. */
  status: number | null;
  ms: number;
  attempt: number;
  requestId: string;
  /** What went wrong, in our words. */
  problem: string | null;
  /** The gateway's clock minus ours; only when more than 30 s apart (docs/lockout.md, rule 15). */
  clockSkewSeconds: number | null;
};

/** How a gateway reads something that its documents leave open, as one of its answers showed. */
export type GatewayFact = {
  merchantId: string;
  question: QuestionName;
  answer: Answer;
  /** The call and what came, without a merchant's values. */
  evidence: string;
  /** It speaks against the answer in force and names one that may be right: counted, and never used. */
  isHint?: boolean;
};

/** How calls are made that nobody waits for: within a budget, and after people's. */
export type CallPace = {
  /** False once somebody waits for it. */
  readonly isBackground: boolean;
  /** Answers when a call may be sent; throws when the work is given up. */
  ready(): Promise<void>;
  /** Told of each answer. `retryAfterMs`: what the gateway asked for. */
  heard(answer: { status: number; retryAfterMs: number | undefined }): void;
  /** Somebody waits for it: nothing holds it up any more. */
  hurry(): void;
};

export type GatewaySettings = {
  environment: GatewayEnvironment;
  /** Options of a merchant that differ from the environment's. */
  merchantOptions?: (merchantId: string) => Partial<GatewayOptions> | undefined;
  /** Called when an answer shows another reading than the options say. */
  onFact?: (fact: GatewayFact) => void;
  permits: PermitLedger;
  /** Of the client that this one takes the place of: kept while address and credentials are the same. */
  signIns?: TokenCache | undefined;
  /** `host` (https, default port) or `host:port`. */
  allowedHosts: readonly string[];
  fetch?: typeof fetch;
  clock?: Clock;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
  onCall?: (call: GatewayCall) => void;
  /** Each sign-in that was sent, and what was heard of it; for counting. */
  onAttempt?: (attempt: { kind: PairKind; outcome: Outcome["kind"] }) => void;
  /**
   * A few merchants of the environment that have worked lately. After a refusal one whose credentials have worked signs in
   * next, early if need be (docs/lockout.md, rule 9); without this only merchants seen by `forMerchant` can.
   */
  listRunEnders?: () => Promise<readonly MerchantIdentity[]>;
};

export type TransactionsQuery = {
  accountNumber?: string;
  /** First day, YYYY-MM-DD in the environment's zone. */
  from?: string;
  /** Last day, inclusive. */
  to?: string;
  sign?: TransactionSign;
  types?: readonly string[];
  startAfterId?: string;
  order?: "asc" | "desc";
  /** From 1. */
  page: number;
  pageSize?: number;
};

export type LookupOptions = {
  /** Called after each chunk with all results known so far in number. */
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
};

export type PaymentRequest = {
  amountMinor: number;
  currency: string;
  tipMinor?: number;
  terminalId: string;
  referenceNumber?: string;
  description?: string;
  operatorCode?: string;
  /** Further top-level members; never replaces one of the above. */
  extra?: JsonRecord;
};

export type RequestPreview = {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body: string;
  /** The body before `paymentBody` changes it. */
  builtBody: string;
};

/** Of a change that was aborted before it was sent, nothing is sent; later, its outcome is unknown. */
export type ChangeOptions = { signal?: AbortSignal };
export type ReversalRequest = { terminalId?: string; description?: string };
export type RefundRequest = {
  amountMinor: number;
  currency: string;
  terminalId: string;
  description?: string;
  referenceNumber?: string;
};

/** What a ledger is listed by. */
export type Listing = Pick<
  GatewayOptions,
  "accountNumbers" | "sendAccount" | "sendDates" | "pageSize" | "refusesFutureDates" | "takesLastDayWhole" | "ignoresPage"
>;

export type ProbeOptions = { signal?: AbortSignal };

export type Probe = {
  /** Each question that the answers settled. */
  found: { question: QuestionName; answer: Answer; evidence: string }[];
  calls: number;
  /** What ended it before its time; what was found until then holds. */
  problem: ErrorCode | undefined;
};

export type MerchantGateway = {
  readonly merchant: { id: string; slug: string };
  /** What of a list's question is sent: without dates or account the gateway answers more than was asked. */
  readonly listing: Listing;
  /** Tells what an answer showed of the gateway's reading. */
  recordFact(fact: Omit<GatewayFact, "merchantId">): void;
  /** Asks each open question about this gateway with reads only (docs/gateway.md). Throws only when it could not begin. */
  probe(options?: ProbeOptions): Promise<Probe>;
  /** All accounts, all pages. Empty when the gateway has no such list: then list without account number. */
  listAccounts(): Promise<Account[]>;
  readTransactions(query: TransactionsQuery): Promise<TransactionPage>;
  /** Throws gateway_not_found. */
  getTransaction(reference: string): Promise<TransactionDetail>;
  /** One verdict for each reference in the order given; throws only when no sign-in could be had. */
  lookupReferences(references: readonly string[], options?: LookupOptions): Promise<LookupResult[]>;
  /**
   * Sent at most once. `outcome_unknown`: may or may not have happened. Every other error: it did not happen;
   * `gatewayRefusal(error)` then holds what the gateway said.
   */
  createPayment(request: PaymentRequest & ChangeOptions): Promise<GatewayPayment>;
  /** What createPayment would send; the credentials' headers are named without their values. */
  previewPayment(request: PaymentRequest): RequestPreview;
  getPayment(id: string): Promise<GatewayPayment>;
  listPayments(query: { terminalId: string; page: number; pageSize?: number }): Promise<GatewayPage<GatewayPayment>>;
  /** As createPayment: sent at most once, same errors. */
  cancelPayment(id: string, options?: ChangeOptions): Promise<PaymentCancellation>;
  reversePayment(id: string, request?: ReversalRequest & ChangeOptions): Promise<GatewayPayment>;
  refundPayment(request: RefundRequest & ChangeOptions): Promise<GatewayPayment>;
  listTerminals(): Promise<Terminal[]>;
  getTerminal(terminalId: string): Promise<Terminal>;
  /** What the lock guard knows; makes no gateway call. */
  identityStatus(): Promise<IdentityStatus>;
  /** Signs in if needed, through the permit like any call. */
  signIn(): Promise<void>;
  /**
   * A person's one try at this merchant's sign-in (docs/lockout.md, rules 11 and 12). `release`: it may be the exception to "never a
   * third". The caller checks the role and writes the audit row.
   */
  tryOnceMore(mode: ManualMode): Promise<GuardActionResult>;
  /** "The gateway confirmed that its counter was reset" for this merchant's pair. */
  counterWasReset(): Promise<void>;
};

export type Gateway = {
  readonly signIns: TokenCache;
  readonly environment: { id: GatewayEnvironment["id"]; zone: string; paymentZone: string | undefined };
  /** With a pace, for calls that nobody waits for. */
  forMerchant(merchant: MerchantIdentity, pace?: CallPace): MerchantGateway;
  /** The integration's own pair: the token. */
  identityStatus(): Promise<IdentityStatus>;
  /** Fetches a token if needed, through the permit like any call. */
  signIn(): Promise<void>;
  tryOnceMore(mode: ManualMode): Promise<GuardActionResult>;
  /** Clears the integration's charge and the token pair's. */
  counterWasReset(): Promise<void>;
};

/** What the gateway said when it refused: for display beside our own sentence. Redacted and cut. */
export type GatewayRefusal = {
  status: number;
  title: string | null;
  detail: string | null;
  fields: { field: string; messages: string[] }[];
  code?: ErrorCode;
};
