import { bigint, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** An answer to an open question about a gateway (docs/gateway.md): learned from its responses, or set by staff. */
export const gatewayProfile = pgTable(
  "gateway_profile",
  {
    environment: text("environment").notNull(),
    /** A merchant's id if its answers differ; empty for the whole environment. */
    merchant: text("merchant").notNull().default(""),
    question: text("question").notNull(),
    source: text("source").$type<"learned" | "set">().notNull(),
    answer: jsonb("answer").notNull(),
    since: instant("since").notNull(),
    /** When the gateway last confirmed it, or staff set it. */
    seenAt: instant("seen_at").notNull(),
    /** The calls that showed it, without a merchant's values. */
    evidence: text("evidence"),
    setBy: text("set_by"),
    /** How many responses of the gateway contradicted it since, and the last of them. */
    contradictions: bigint("contradictions", { mode: "number" }).notNull().default(0),
    contradictedAt: instant("contradicted_at"),
    contradictedBy: jsonb("contradicted_by"),
    contradictionEvidence: text("contradiction_evidence"),
  },
  (table) => [primaryKey({ columns: [table.environment, table.merchant, table.question, table.source] })],
);

/** The last probe of an environment, and its results. */
export const gatewayProbe = pgTable("gateway_probe", {
  environment: text("environment").primaryKey(),
  startedAt: instant("started_at").notNull(),
  endedAt: instant("ended_at"),
  /** Id of the merchant whose credentials were used. */
  merchant: text("merchant"),
  calls: bigint("calls", { mode: "number" }).notNull().default(0),
  /** Our code of the error that ended it early. */
  problem: text("problem"),
  /** Null when it was started automatically. */
  requestedBy: text("requested_by"),
});
