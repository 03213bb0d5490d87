import { type PostTarget, postGuarded } from "#lib/notifications/forwarding/guarded-post.ts";
import { codeOf } from "#lib/notifications/forwarding/shop-problem.ts";
import type { AlertSenders, SendOutcome } from "#lib/services/alerts/delivery/ports.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { Forwarding } from "../notify/forwarding.ts";
import type { Settings } from "../settings/settings.ts";
import { createMailSender } from "./mail-sender.ts";

const timeoutMs = 10_000;
/** The receiver says that there will never be another answer. */
const gone = 410;

type Options = {
  settings: Pick<Settings, "mail" | "forwardHosts">;
  forwarding: Pick<Forwarding, "checkTarget">;
  resolve?: PostTarget["resolve"];
};

export function createAlertSenders({ settings, forwarding, resolve }: Options): AlertSenders {
  const target = { allowedHosts: settings.forwardHosts, resolve };
  return {
    mail: settings.mail && createMailSender(settings.mail),
    post: (url, message) => postOnce(url, message, target),
    checkTarget: forwarding.checkTarget,
  };
}

/** What a receiver answers is not kept: anything may stand there. */
async function postOnce(url: string, message: Parameters<AlertSenders["post"]>[1], target: PostTarget): Promise<SendOutcome> {
  const body = Buffer.from(message.body);
  const signal = AbortSignal.timeout(timeoutMs);
  const fixed = { "content-type": "application/json", "content-length": String(body.length), connection: "close" };
  const headers = { ...message.headers, ...fixed, "user-agent": "Counterfoil" };
  try {
    const answer = await postGuarded(url, { headers, body, signal }, target);
    return "reason" in answer ? { status: null, problem: answer } : toOutcome(answer.status);
  } catch (cause) {
    const problem = signal.aborted
      ? serviceText("receiver_late", { seconds: timeoutMs / 1_000 })
      : serviceText("receiver_not_reached", { code: codeOf(cause) ?? "?" });
    return { status: null, problem };
  }
}

function toOutcome(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { status, problem: null };
  if (status >= 300 && status < 400) return { status, problem: serviceText("receiver_redirected", { status }) };
  return { status, problem: serviceText("receiver_answered", { status }), isFinal: status === gone };
}
