import { isDeepStrictEqual } from "node:util";
import { type Profile, type ProfileItem, profileOperations, profileSchema } from "#lib/contract/profile.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type ProfileQuestion, profileQuestions, type QuestionName, questionNames } from "#lib/core/profile-questions.ts";
import { findProbe, isProbeRunning } from "#lib/db/environments/gateway-probes.ts";
import { listProfileRows, type ProfileRow } from "#lib/db/environments/gateway-profile.ts";
import { findMerchantsById } from "#lib/db/merchants/merchants.ts";
import { type NameOf, readNames } from "#lib/db/staff/person-names.ts";
import { isWithinList, requireEnvironment, requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { findInForce, merchantsThatDiffer } from "./in-force.ts";

const merchantsShown = 20;

/** Each open question about the gateway with the answer in use, of one merchant or of the environment. */
export async function getProfile(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<Profile> {
  requireRole(ctx, profileOperations.getProfile);
  requireEnvironment(ctx, environment);
  const { merchant: slug } = parseInput(profileOperations.getProfile.query, input);
  const merchant = slug === undefined ? "" : (await requireMerchant(ctx, environment, slug)).id;
  const rows = await listProfileRows(ctx.db, environment);
  const [probe, nameOf] = await Promise.all([findProbe(ctx.db, environment), readNames(ctx)]);
  const named = await findMerchantsById(ctx.db, [...merchantsThatDiffer(rows), ...(probe?.merchant ? [probe.merchant] : [])]);
  const seen = named.filter((row) => isWithinList(ctx.staff, [`${environment}/${row.slug}`]));
  const slugs = new Map(seen.map((row) => [row.id, row.slug]));
  const nowMs = ctx.clock.now();
  return profileSchema.parse({
    items: questionNames.map((question) => toItem(question, { rows, merchant, slugs, nameOf })),
    probe: probe
      ? {
          ...probe,
          startedAt: probe.startedAt.toISOString(),
          endedAt: probe.endedAt?.toISOString() ?? null,
          isRunning: isProbeRunning(probe, nowMs),
          merchant: slugs.get(probe.merchant ?? "") ?? null,
          requestedBy: probe.requestedBy === null ? null : nameOf(probe.requestedBy),
        }
      : null,
    asOf: new Date(nowMs).toISOString(),
  });
}

type Known = { rows: readonly ProfileRow[]; merchant: string; slugs: ReadonlyMap<string, string>; nameOf: NameOf };

function toItem(question: QuestionName, { rows, merchant, slugs, nameOf }: Known): ProfileItem {
  const described: ProfileQuestion = profileQuestions[question];
  const { answer, source, row } = findInForce(rows, question, merchant);
  return {
    question,
    answer: answer === undefined ? null : toPlain(answer),
    source,
    since: row?.since.toISOString() ?? null,
    seenAt: row?.seenAt.toISOString() ?? null,
    evidence: row?.evidence ?? null,
    setBy: row?.setBy ? nameOf(row.setBy) : null,
    isOwn: merchant !== "" && row?.merchant === merchant,
    mayBeSet: described.mayBeSet,
    choices: described.kind === "choice" ? [...described.choices] : [],
    contradicted: toContradicted(row),
    merchants: merchant === "" ? toDiffering(question, { rows, slugs }) : [],
  };
}

function toContradicted(row: ProfileRow | undefined): ProfileItem["contradicted"] {
  if (!row?.contradictedAt || row.contradictions === 0) return null;
  return {
    count: row.contradictions,
    at: row.contradictedAt.toISOString(),
    answer: toPlain(row.contradictedBy as ProfileItem["answer"] & {}),
    evidence: row.contradictionEvidence ?? "",
  };
}

/** Visible merchants whose answer in use differs from the environment's. */
function toDiffering(question: QuestionName, { rows, slugs }: Pick<Known, "rows" | "slugs">): ProfileItem["merchants"] {
  const byMerchant = Map.groupBy(
    rows.filter((row) => row.question === question),
    ({ merchant }) => merchant,
  );
  const shared = byMerchant.get("") ?? [];
  const sharedAnswer = findInForce(shared, question).answer;
  return [...byMerchant]
    .flatMap(([id, own]) => {
      const slug = slugs.get(id);
      const { answer, source } = findInForce([...shared, ...own], question, id);
      const isSame = isDeepStrictEqual(answer, sharedAnswer);
      if (id === "" || slug === undefined || answer === undefined || source === "default" || isSame) return [];
      return [{ merchant: slug, answer: toPlain(answer), source }];
    })
    .toSorted((left, right) => (left.merchant < right.merchant ? -1 : 1))
    .slice(0, merchantsShown);
}

function toPlain(answer: string | number | readonly string[]): string | number | string[] {
  return typeof answer === "string" || typeof answer === "number" ? answer : [...answer];
}
