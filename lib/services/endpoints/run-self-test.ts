import { type SelfTest, selfTestOperations, selfTestSchema } from "#lib/contract/self-test.ts";
import { endpointAddresses } from "#lib/core/endpoint-addresses.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { countAccepted, type EndpointRow } from "#lib/db/endpoints/endpoints.ts";
import { countKept, createSelfTestEndpoint, removeSelfTestEndpoint } from "#lib/db/endpoints/self-test-endpoint.ts";
import { runSamples } from "#lib/notifications/self-test/run-self-test.ts";
import { createSamples } from "#lib/notifications/self-test/samples.ts";
import { createSampleSender, type SendSample } from "#lib/notifications/self-test/send-sample.ts";
import { createSampleSigner, type SampleSigner } from "#lib/notifications/self-test/sign-sample.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { consumeRateLimits } from "../session/rate-limit.ts";
import { selfTestLimits } from "../session/sign-in-limits.ts";
import { recordEndpointAudit } from "./endpoint-audit.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";
import { checkAddress, checkCertificate, checkKept, toCheck } from "./self-test-checks.ts";

type SelfTestRequest = EndpointPlace & { input: unknown; send?: SendSample };

/** The action in the audit log, which holds the last result of an endpoint. */
export const selfTestedAct = "endpoint.self_tested";

const leftoversAfterMs = 10 * 60_000;

/**
 * Sends samples to our own URL_Notify over the address the gateway uses. They go to a temporary endpoint with this one's SID
 * and rules and a key of its own; it is removed afterwards with all its deliveries, so that no sample is ever counted, shown,
 * reconciled or forwarded. Takes about ten seconds: one sample is slow on purpose. Throws `throttled` after too many runs.
 */
export async function runSelfTest(
  ctx: ServiceContext,
  { input, send = createSampleSender(), ...place }: SelfTestRequest,
): Promise<SelfTest> {
  requireRole(ctx, selfTestOperations.runSelfTest);
  const { endpoint, merchant } = await requireEndpoint(ctx, place);
  parseInput(selfTestOperations.runSelfTest.body, input);
  await consumeRateLimits(ctx.db, selfTestLimits(ctx.staff.id));
  const checks = await runChecks(ctx, endpoint, send);
  const passed = checks.filter(({ isPassed }) => isPassed).length;
  const counts = { passed, failed: checks.length - passed };
  await ctx.db.transaction((tx) =>
    recordEndpointAudit(tx, ctx, { act: selfTestedAct, merchant, endpointId: endpoint.id, detail: counts }),
  );
  const url = endpointAddresses(ctx.publicOrigin, endpoint.id).urlNotify;
  return selfTestSchema.parse({ endedAt: new Date(ctx.clock.now()).toISOString(), url, ...counts, checks });
}

async function runChecks(ctx: ServiceContext, endpoint: EndpointRow, send: SendSample): Promise<SelfTest["checks"]> {
  const [signer, stranger] = await Promise.all([createSampleSigner(), createSampleSigner()]);
  const { sid, strictLayout, fieldOrder } = endpoint;
  const rules = { sid, strictLayout, fieldOrder };
  const testId = await createSelfTestEndpoint(ctx.db, {
    ...rules,
    certificates: certificatesOf(signer),
    by: ctx.staff.storedName,
  });
  try {
    const samples = createSamples({ ...rules, signer, stranger, orderId: `SELF-TEST-${testId.slice(0, 8)}` });
    const addressOf = (id: string) => endpointAddresses(ctx.publicOrigin, id).urlNotify;
    const [address, results] = await Promise.all([
      checkAddress(addressOf(endpoint.id), send),
      runSamples(samples, addressOf(testId), send),
    ]);
    const certificate = checkCertificate(await countAccepted(ctx.db, endpoint.id, new Date(ctx.clock.now())));
    return [certificate, address, ...results.map(toCheck), checkKept(results, await countKept(ctx.db, testId))];
  } finally {
    await removeSelfTestEndpoint(ctx.db, testId, { leftBefore: new Date(ctx.clock.now() - leftoversAfterMs) });
  }
}

function certificatesOf({ publicKeyPem }: SampleSigner) {
  const parsed = parseCertificateInput(publicKeyPem);
  return "problem" in parsed ? [] : parsed.certificates;
}
