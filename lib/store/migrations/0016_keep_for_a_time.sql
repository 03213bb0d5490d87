CREATE TABLE "retention" (
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"days" integer,
	"kept_from" date,
	"last_run_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "retention_key" PRIMARY KEY("environment","kind")
);
--> statement-breakpoint
CREATE TABLE "retention_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"kept_from" date NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"removed" bigint DEFAULT 0 NOT NULL,
	"months" integer DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE INDEX "retention_run_latest" ON "retention_run" USING btree ("environment","kind","id" DESC NULLS LAST);