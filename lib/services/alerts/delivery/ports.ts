import type { Message } from "#lib/core/text.ts";
import type { Forwarder } from "../../forwarding/ports.ts";

/** The result of one attempt; `problem` is null exactly when it was sent. */
export type SendOutcome = {
  /** Of HTTP or SMTP; null without an answer. */
  status: number | null;
  problem: Message | null;
  /** Another attempt cannot succeed. */
  isFinal?: boolean;
};

export type Mail = { to: string; subject: string; text: string /** The same for each attempt. */; id: string };

/** What leaves this installation about alerts; sending never rejects. */
export type AlertSenders = {
  /** Undefined where e-mail is not set up. */
  mail: ((mail: Mail) => Promise<SendOutcome>) | undefined;
  post: (url: string, message: { headers: Record<string, string>; body: string }) => Promise<SendOutcome>;
  checkTarget: Forwarder["checkTarget"];
};
