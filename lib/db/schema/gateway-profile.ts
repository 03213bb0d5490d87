import { bigint, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** An answer to an open question about a gateway (docs/gateway.md): learned from its answers, or set by a person. */
export const gatewayProfile = pgTable(
  "gateway_profile",
  {
    environment: text("environment").notNull(),
    /** A merchant's id where its answers differ; empty for the environment as a whole. */
    merchant: text("merchant").notNull().default(""),
    question: text("question").notNull(),
    source: text("source").$type<"learned" | "set">().notNull(),
    answer: jsonb("answer").notNull(),
    since: instant("since").notNull(),
    /** When the gateway last answered so, or the person said so. */
    seenAt: instant("seen_at").notNull(),
    /** The calls that showed it, without values of a merchant. */
    evidence: text("evidence"),
    setBy: text("set_by"),
    /** How often an answer of the gateway said otherwise since, and the last of these. */
    contradictions: bigint("contradictions", { mode: "number" }).notNull().default(0),
    contradictedAt: instant("contradicted_at"),
    contradictedBy: jsonb("contradicted_by"),
    contradictionEvidence: text("contradiction_evidence"),
  },
  (table) => [primaryKey({ columns: [table.environment, table.merchant, table.question, table.source] })],
);

/** The last probe of an environment, and of what. */
export const gatewayProbe = pgTable("gateway_probe", {
  environment: text("environment").primaryKey(),
  startedAt: instant("started_at").notNull(),
  endedAt: instant("ended_at"),
  /** The merchant asked as; its id. */
  merchant: text("merchant"),
  calls: bigint("calls", { mode: "number" }).notNull().default(0),
  /** Our code of what ended it before its time. */
  problem: text("problem"),
  /** Null when it ran by itself. */
  requestedBy: text("requested_by"),
});
