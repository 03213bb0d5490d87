type Element = { tag: number; start: number; contentStart: number; end: number };

const sequence = 0x30;
const explicitVersion = 0xa0;

/**
 * The SubjectPublicKeyInfo inside an X.509 certificate's DER, found by its position (RFC 5280, 4.1) without
 * validating the fields before it. Undefined when the bytes are not such a structure.
 */
export function findPublicKeyInfo(der: Buffer): Buffer | undefined {
  const certificate = readElement(der, 0);
  const body = certificate?.tag === sequence ? readElement(der, certificate.contentStart) : undefined;
  if (body?.tag !== sequence) return undefined;
  let at = body.contentStart;
  const first = readElement(der, at);
  if (first?.tag === explicitVersion) at = first.end;
  // Skips serialNumber, signature, issuer, validity and subject.
  for (let skipped = 0; skipped < 5; skipped++) {
    const element = readElement(der, at);
    if (!element) return undefined;
    at = element.end;
  }
  const info = readElement(der, at);
  return info?.tag === sequence ? der.subarray(info.start, info.end) : undefined;
}

function readElement(der: Buffer, start: number): Element | undefined {
  const tag = der[start];
  const first = der[start + 1];
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 3) return undefined;
  const contentStart = start + 2 + lengthBytes;
  if (contentStart > der.length) return undefined;
  const length = lengthBytes === 0 ? first : der.readUIntBE(start + 2, lengthBytes);
  const end = contentStart + length;
  return end <= der.length ? { tag, start, contentStart, end } : undefined;
}
