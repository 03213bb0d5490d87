CREATE TABLE "ledger_checkpoint" (
	"merchant_id" uuid NOT NULL,
	"account" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"page" integer NOT NULL,
	"page_size" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_checkpoint_key" PRIMARY KEY("merchant_id","account","from_day","to_day")
);
--> statement-breakpoint
CREATE TABLE "mirror_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"state" text NOT NULL,
	"checked_day" date,
	"rows" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"days_done" integer DEFAULT 0 NOT NULL,
	"days_total" integer NOT NULL,
	"differing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"requested_by" text NOT NULL,
	"holder" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "mirror_run_merchant" ON "mirror_run" USING btree ("merchant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mirror_run_due" ON "mirror_run" USING btree ("due_at") WHERE "mirror_run"."state" in ('queued', 'running');