import type { Operation } from "../../contract/operation.ts";

/** A body each change takes, so that what is refused is refused for the reason the test is about. */
export const goodBodies: Record<string, unknown> = {
  createPayment: { amountMinor: 1234, currency: "EUR", terminalId: "T1" },
  reversePayment: {},
  refundPaymentLink: { reason: "test" },
  refundPayment: { amountMinor: 100, reason: "test" },
  markNotProcessed: { reason: "test" },
  quickFind: { values: ["A"] },
  createNote: { reference: "A", text: "x" },
  editNote: { text: "x" },
  lookUpReferences: { references: ["A"] },
  lookUpReferencesEverywhere: { references: ["A"] },
  createEndpoint: { sid: "000000000000010" },
  changeEndpoint: { label: "x" },
  changeFieldOrder: { order: ["IPCmethod", "SID", "Amount", "Currency", "OrderID"], name: "Corner Cafe" },
  replayForwards: {},
  runSelfTest: {},
  signIn: { email: "a@counterfoil.example", password: "x" },
  signInWithCode: { code: "123456" },
  present: { on: false },
  setLanguage: { language: "de" },
  prove: { password: "x" },
  changePassword: { current: "x", password: "trusting-plum-otter-visa" },
  confirmSecondFactor: { code: "123456" },
  lookAtInvitation: { token: "x" },
  acceptInvitation: { token: "x", password: "trusting-plum-otter-visa" },
  exportTransactions: { format: "csv", selection: { kind: "matching", filter: {} } },
  exportAllTransactions: { format: "csv", selection: { kind: "matching", filter: {} } },
  connectIntegration: { baseUrl: "https://a.example", partnerId: "p", applicationId: "a", clientId: "c", clientSecret: "s" },
  addMerchant: { slug: "new-one", name: "New one", clientId: "cli_a", clientSecret: "sec_a" },
  importMerchants: { csv: "slug,name,clientId,clientSecret", dryRun: true },
  importMerchantsInSteps: { csv: "slug,name,clientId,clientSecret", dryRun: true },
  shareLookup: { references: ["A"] },
  exportLookup: {
    format: "csv",
    rows: [{ reference: "A", verdict: "missing", merchant: null, what: "", amountMinor: null, amountText: "", currency: "" }],
  },
  createView: { name: "Mine", merchant: null, search: {}, movingDays: null, columns: null },
  changeView: { name: "Mine" },
  chooseColumns: { columns: null },
  tryOnceMore: { half: "session", name: "corner-cafe" },
  confirmCounterWasReset: { half: "session", name: "corner-cafe", confirmed: true },
  inviteStaff: { email: "new@counterfoil.example", role: "viewer" },
  changeStaff: { role: "viewer" },
  changeRetention: { transactions: 365 },
  changeProfile: { question: "page_size_max", answer: 50 },
};

/** A list of operations as the cases of a test. */
export function named(list: readonly Operation[]): (readonly [string, Operation])[] {
  return list.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);
}

/** Where an operation is called: of the merchant corner-cafe of the sandbox, with ids of nothing, unless told. */
export function addressOf({ path }: Operation, params: Record<string, string> = {}): string {
  const given: Record<string, string> = { environment: "sandbox", merchant: "corner-cafe", ...params };
  const query = path.endsWith("/find") ? "?q=A" : "";
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(given[key] ?? crypto.randomUUID())) + query;
}
