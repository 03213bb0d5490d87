import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; raw: string };

/** A mail server over real SMTP that keeps what it receives. */
export type TestMailbox = {
  url: string;
  received: ReceivedMail[];
  /** Answers the next messages with this code instead of taking them. */
  refuse: number | null;
  close(): Promise<void>;
};

export async function openMailbox(): Promise<TestMailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, callback) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (mailbox.refuse !== null) {
          callback(Object.assign(new Error("no"), { responseCode: mailbox.refuse }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        mailbox.received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString("utf8") });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const mailbox: TestMailbox = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    refuse: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

/** The value of a header, whose lines are unfolded. */
export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]/g, " ");
  const line = head.split("\r\n").find((text) => text.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
}
