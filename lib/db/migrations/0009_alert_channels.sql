CREATE TABLE "alert_channel" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"sealed_url" "bytea",
	"sealed_secret" "bytea",
	"is_on" boolean NOT NULL,
	"severities" text[] NOT NULL,
	"sends" text DEFAULT 'immediately' NOT NULL,
	"digest_at" text DEFAULT '08:00' NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	"zone" text DEFAULT 'UTC' NOT NULL,
	"language" text,
	"digested_at" timestamp with time zone,
	"last_try" jsonb,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel_id" uuid NOT NULL,
	"alerts" jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_told" (
	"channel_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"alert_id" uuid NOT NULL,
	"state" text NOT NULL,
	"severity" text NOT NULL,
	"told_at" timestamp with time zone[] NOT NULL,
	CONSTRAINT "alert_told_channel_id_rule_subject_pk" PRIMARY KEY("channel_id","rule","subject")
);
--> statement-breakpoint
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_told" ADD CONSTRAINT "alert_told_channel_id_alert_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_channel_own" ON "alert_channel" USING btree ("staff_id","environment","kind") WHERE "alert_channel"."staff_id" is not null;--> statement-breakpoint
CREATE INDEX "alert_channel_environment" ON "alert_channel" USING btree ("environment");--> statement-breakpoint
CREATE INDEX "alert_message_due" ON "alert_message" USING btree ("due_at") WHERE "alert_message"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "alert_message_channel" ON "alert_message" USING btree ("channel_id");