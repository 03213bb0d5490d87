import { defineOperations } from "./operation.ts";

const page = { description: "A page for the payer's browser: paid, not yet confirmed or not paid.", contentType: "text/html" };

const returning = { path: "/return/{endpoint}", role: null, answers: { 200: page } } as const;

export const publicOperations = defineOperations("Public", {
  receiveNotification: {
    method: "post",
    path: "/api/notify/{endpoint}",
    summary: "URL_Notify: the gateway's signed message, answered with exactly OK once it is stored",
    role: null,
    form: "Name and value pairs in signed order, Signature among them; at most 64 KiB and 256 pairs.",
    answers: {
      200: { description: "Stored. The body is `OK`.", contentType: "text/plain" },
      400: { description: "The signature or the layout is not right.", contentType: "text/plain" },
      404: { description: "There is no such endpoint.", contentType: "text/plain" },
      405: { description: "Only POST.", contentType: "text/plain" },
      408: { description: "The body did not arrive within 10 s.", contentType: "text/plain" },
      413: { description: "Larger than 64 KiB.", contentType: "text/plain" },
      415: { description: "Not a form.", contentType: "text/plain" },
      503: { description: "It cannot be checked or stored now; send it again.", contentType: "text/plain" },
    },
  },
  returnFromCheckout: {
    ...returning,
    method: "get",
    summary: "URL_OK and URL_Cancel, opened by the payer's browser",
  },
  returnFromCheckoutSigned: {
    ...returning,
    method: "post",
    summary: "URL_OK and URL_Cancel with the gateway's signed form; alone it confirms nothing",
    form: "The gateway's redirect, signed as a notification is.",
  },
  returnStatus: {
    method: "get",
    path: "/return/{endpoint}/status",
    summary: "What became of an order, for a signed ticket of 15 minutes",
    role: null,
    answers: { 200: { description: "Paid, not yet, or not paid.", contentType: "application/json" } },
    errors: ["not_found", "throttled"],
  },
});
