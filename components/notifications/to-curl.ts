/** The received request as a command: any byte survives, since what a shell would read is written as an escape. */
export function toCurl(body: Uint8Array, url: string): string {
  const text = [...body].map(toShell).join("");
  return `curl -i -X POST -H 'content-type: application/x-www-form-urlencoded' --data-binary $'${text}' '${url}'`;
}

function toShell(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === "'" || character === "\\") return `\\${character}`;
  return byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
}
