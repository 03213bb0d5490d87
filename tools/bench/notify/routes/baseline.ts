import { createPublicKey, type KeyObject, verify } from "node:crypto";
import pg from "pg";

// The minimal receiver: verifies the signature, stores the body in a durable commit, and responds OK. Contains no code of ours.
let pool: pg.Pool | undefined;
let publicKey: KeyObject | undefined;

const insert = {
  name: "baseline",
  text: "insert into bench_notification (id, body) values (gen_random_uuid(), $1)",
};

export async function POST(request: Request): Promise<Response> {
  // Created by the first request, because Next also loads the module during the build, without these settings.
  pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  publicKey ??= createPublicKey(process.env.BENCH_PUBLIC_KEY ?? "");
  const body = Buffer.from(await request.arrayBuffer());
  if (!isGenuine(body.toString(), publicKey)) return new Response("The signature does not fit.", { status: 400 });
  await pool.query({ ...insert, values: [body] });
  return new Response("OK", { headers: { "content-type": "text/plain; charset=utf-8" } });
}

/** The signature is the last field and covers the base64 of all values before it, joined with "-". */
function isGenuine(form: string, key: KeyObject): boolean {
  const values = [...new URLSearchParams(form).values()];
  const signature = values.pop() ?? "";
  const signed = Buffer.from(Buffer.from(values.join("-")).toString("base64"));
  return verify("sha256", signed, key, Buffer.from(signature, "base64"));
}
