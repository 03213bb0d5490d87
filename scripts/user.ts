import { emailSchema } from "#lib/contract/common.ts";
import { type Role, roleSchema } from "#lib/contract/role.ts";
import type { UserCommand } from "./support/change-user.ts";
import { readArguments } from "./support/read-flags.ts";
import { printProblem } from "./support/say.ts";

const usage =
  "Usage: npm run user -- list | invite EMAIL [--role viewer|support|admin] [--refund] | reset-factor EMAIL | disable EMAIL";

/** A user's mistake, reported in one line. */
class CommandError extends Error {
  override name = "CommandError";
}

function parseCommand(): UserCommand {
  const { values, positionals } = readArguments({ role: { type: "string" }, refund: { type: "boolean" } }, { usage });
  const [act, typed, ...rest] = positionals;
  if (act === "list" && typed === undefined) return { act };
  if (act !== "invite" && act !== "reset-factor" && act !== "disable") throw new CommandError(usage);
  if (rest.length > 0) throw new CommandError(`One e-mail address at a time. ${usage}`);
  const email = emailSchema.safeParse(typed);
  if (!email.success) throw new CommandError(`${email.error.issues[0]?.message} ${usage}`);
  if (act !== "invite" && (values.role !== undefined || values.refund)) {
    throw new CommandError(`--role and --refund belong to invite. ${usage}`);
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

async function main(): Promise<number> {
  try {
    const command = parseCommand();
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
