/** The received request as a shell command; bytes with a meaning to a shell are escaped, so that any body is reproduced. */
export function toCurl(body: Uint8Array, url: string): string {
  const text = [...body].map(toShell).join("");
  return `curl -i -X POST -H 'content-type: application/x-www-form-urlencoded' --data-binary $'${text}' '${url}'`;
}

function toShell(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === "'" || character === "\\") return `\\${character}`;
  return byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
}
