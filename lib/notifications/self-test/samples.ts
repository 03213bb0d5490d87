import { type AcceptedOrder, acceptedOrderFor } from "../verification/accepted-order.ts";
import { defaultFieldOrder } from "../verification/field-order.ts";
import { createRoughSamples } from "./rough-samples.ts";
import { type ExpectedAnswer, post, type Sample, sample } from "./sample.ts";
import { encodeSample, type SamplePair, type SampleSigner, signSample } from "./sign-sample.ts";

export type SampleOptions = {
  sid: string;
  strictLayout: boolean;
  /** As accepted at the endpoint; null: the default order. */
  fieldOrder: AcceptedOrder | null;
  signer: SampleSigner;
  /** A key that the endpoint does not know. */
  stranger: SampleSigner;
  /** Makes the samples' order different from each earlier run. */
  orderId: string;
};

const ok: ExpectedAnswer = { status: 200, says: "OK" };
const refused = (says: string): ExpectedAnswer => ({ status: 400, says });
/** Genuine and forged requests to a URL_Notify, each with the only safe response. */
export function createSamples(options: SampleOptions): Sample[] {
  return [
    ...genuineSamples(options),
    ...forgedSamples(options),
    ...layoutSamples(options),
    ...createRoughSamples(signSample(noticeOf(options), options.signer)),
  ];
}

function noticeOf(options: SampleOptions): SamplePair[] {
  const front = frontOf(options);
  return [...front, ...moreFields.filter(([name]) => !front.some(([taken]) => taken.toLowerCase() === name.toLowerCase()))];
}

const moreFields: readonly SamplePair[] = [
  ["IPC_Trnref", "900001"],
  ["RequestSTAN", "000001"],
  ["RequestDateTime", "2026-01-01 12:00:00"],
  ["PaymentMethod", "1"],
  ["BillingDescriptor", "SELF-TEST - not a payment"],
];

/** The first names in the endpoint's order for this method; additional fields get made-up values. */
function frontOf({ sid, orderId, ...rules }: SampleOptions, method = "IPCPurchaseNotify"): SamplePair[] {
  const values: Record<string, string> = {
    IPCmethod: method,
    SID: sid,
    Amount: "12.34",
    Currency: "EUR",
    OrderID: orderId,
  };
  return (acceptedOrderFor(method, rules)?.names ?? defaultFieldOrder).map((name) => [name, values[name] ?? "1"]);
}

const withValue = (pairs: readonly SamplePair[], name: string, value: string) =>
  pairs.map((pair): SamplePair => (pair[0] === name ? [name, value] : pair));

function genuineSamples(options: SampleOptions): Sample[] {
  const notice = noticeOf(options);
  const valid = post(signSample(notice, options.signer));
  const rollback = frontOf(options, "IPCPurchaseRollback");
  const unknown: SamplePair[] = [...notice, ["NewField2031", "as yet unknown"]];
  const probe: SamplePair[] = [
    ["IPCmethod", "IPCSignatureVerify"],
    ["SID", options.sid],
  ];
  return [
    sample("valid", ok, valid),
    sample("duplicate", ok, valid),
    sample("rollback", ok, post(signSample(rollback, options.signer))),
    sample("extra-signed", ok, post(signSample(unknown, options.signer))),
    sample("probe", ok, post(signSample(probe, options.signer))),
  ];
}

function forgedSamples(options: SampleOptions): Sample[] {
  const notice = noticeOf(options);
  const genuine = signSample(notice, options.signer);
  const reordered = genuine.replace(/&(Amount=[^&]*)&([^&]*)/, "&$2&$1");
  const signature = refused("signature");
  return [
    sample("tampered", signature, post(genuine.replace("12.34", "99.34"))),
    sample("extra-unsigned", signature, post(`${genuine}&Discount=100`)),
    sample("reordered", signature, post(reordered)),
    sample("stranger", signature, post(signSample(notice, options.stranger))),
    sample("unsigned", signature, post(encodeSample(notice))),
  ];
}

/** Correctly signed and still invalid: the signature proves the values in their order, not their names. */
function layoutSamples({ strictLayout, signer, ...options }: SampleOptions): Sample[] {
  const notice = noticeOf({ strictLayout, signer, ...options });
  const signed = (pairs: readonly SamplePair[]) => post(signSample(pairs, signer));
  const renamed = notice.flatMap(([name, value]): SamplePair[] => {
    if (name === "OrderID")
      return [
        ["Note", value],
        ["Amount", "1"],
      ];
    return [[name === "Amount" ? "Tip" : name, value]];
  });
  const amountOrCurrency = (wanted: string) => notice.find(([name]) => name === wanted)?.[1] ?? "";
  const exchanged: Record<string, string> = { Amount: "Currency", Currency: "Amount" };
  const moved = notice.map(([name, value]): SamplePair => {
    const instead = exchanged[name];
    return instead === undefined ? [name, value] : [instead, amountOrCurrency(instead)];
  });
  return [
    sample("renamed", strictLayout ? refused("layout") : ok, signed(renamed)),
    sample("moved", strictLayout ? refused("layout") : ok, signed(moved)),
    sample("duplicate-name", refused("duplicate"), signed([...notice, ["amount", "1.00"]])),
    sample("browser-method", refused("method"), signed(withValue(notice, "IPCmethod", "IPCPurchaseOK"))),
    sample("foreign-sid", refused("sid"), signed(withValue(notice, "SID", options.sid === "1" ? "2" : "1"))),
  ];
}
