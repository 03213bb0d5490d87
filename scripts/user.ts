import { parseArgs } from "node:util";
import { emailSchema } from "#lib/contract/common.ts";
import { type Role, roleSchema } from "#lib/contract/role.ts";
import type { UserCommand } from "./support/change-user.ts";
import { printProblem } from "./support/say.ts";

const usage = "npm run user -- list | invite EMAIL [--role viewer|support|admin] [--refund] | reset-factor EMAIL | disable EMAIL";

/** A user's mistake, reported in one line. */
class CommandError extends Error {
  override name = "CommandError";
}

function parseCommand(args: string[]): UserCommand {
  const { values, positionals } = parse(args);
  const [act, typed, ...rest] = positionals;
  if (act === "list" && typed === undefined) return { act };
  if (act !== "invite" && act !== "reset-factor" && act !== "disable") throw new CommandError(`Usage: ${usage}`);
  if (rest.length > 0) throw new CommandError(`One e-mail address at a time, as in: ${usage}`);
  const email = emailSchema.safeParse(typed);
  if (!email.success) throw new CommandError(`${email.error.issues[0]?.message} Usage: ${usage}`);
  if (act !== "invite" && (values.role !== undefined || values.refund)) {
    throw new CommandError(`--role and --refund belong to invite, as in: ${usage}`);
  }
  if (act !== "invite") return { act, email: email.data };
  return { act, email: email.data, role: parseRole(values.role), permissions: values.refund ? ["refund"] : [] };
}

function parseRole(text: string | undefined): Role | undefined {
  if (text === undefined) return undefined;
  const role = roleSchema.safeParse(text);
  if (!role.success) throw new CommandError("--role is viewer, support or admin.");
  return role.data;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { role: { type: "string" }, refund: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message.split(". ")[0] : error}. Usage: ${usage}`);
  }
}

async function main(): Promise<number> {
  try {
    const command = parseCommand(process.argv.slice(2));
    // Loaded after the arguments were validated, so that typing errors are reported at once.
    const { changeUser } = await import("./support/change-user.ts");
    return await changeUser(command);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printProblem(error.message);
    return 1;
  }
}

process.exitCode = await main();
