import { createSocket } from "node:dgram";

/** Answers questions for the addresses of names, as the name server of a system does, over UDP. */
export type TestNameServer = {
  address: string;
  /** How many questions came. */
  asked(): number;
  close(): Promise<void>;
};

/** The IPv4 addresses of each name; `silent` names are never answered, and all others do not exist. */
type Names = { known: Readonly<Record<string, string>>; silent: RegExp };

const notFound = 3;

export async function openTestNameServer({ known, silent }: Names): Promise<TestNameServer> {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (question, from) => {
    asked++;
    const { name, isIpv4, end } = readQuestion(question);
    if (silent.test(name)) return;
    const address = known[name];
    const record = address !== undefined && isIpv4 ? toRecord(address) : Buffer.alloc(0);
    const head = Buffer.from(question.subarray(0, end));
    head.writeUInt16BE(address === undefined ? 0x8180 + notFound : 0x8180, 2);
    head.writeUInt16BE(record.length > 0 ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, record]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    close: () => new Promise((resolve) => socket.close(resolve)),
  };
}

function readQuestion(question: Buffer): { name: string; isIpv4: boolean; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), isIpv4: question.readUInt16BE(at + 1) === 1, end: at + 5 };
}

/** Of the name asked for, an A record that holds for a minute. */
function toRecord(address: string): Buffer {
  return Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]);
}
