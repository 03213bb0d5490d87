import { generateKeyPair, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { signedData } from "../verification/signature.ts";

export type SamplePair = readonly [name: string, value: string];

/** A key for one self-test. */
export type SampleSigner = { publicKeyPem: string; privateKey: KeyObject };

export async function createSampleSigner(): Promise<SampleSigner> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return { publicKeyPem: publicKey.export({ format: "pem", type: "spki" }).toString(), privateKey };
}

/** The body as the gateway would send it: the pairs in their order, the signature last. */
export function signSample(pairs: readonly SamplePair[], { privateKey }: SampleSigner): string {
  const text = Buffer.from(pairs.map(([, value]) => value).join("-"));
  return encodeSample([...pairs, ["Signature", sign("RSA-SHA256", signedData(text), privateKey).toString("base64")]]);
}

export function encodeSample(pairs: readonly SamplePair[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}
