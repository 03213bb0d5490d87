/** Prints one line. */
export function say(text = ""): void {
  process.stdout.write(`${text}\n`);
}

export function printProblem(text: string): void {
  process.stderr.write(`${text}\n`);
}
