import { pollOpenPayments } from "../poll-open-payments.ts";
import type { PaymentFixture } from "./payment-fixture.ts";

/** After ten minutes of the job's rounds: twice the time that proof of absence takes. */
export async function shownAfterTenMinutes(fixture: PaymentFixture, paymentId: string) {
  for (let round = 0; round < 4; round++) {
    await fixture.pass(150_000);
    await pollOpenPayments(fixture.ctx());
  }
  return fixture.read(paymentId);
}
