CREATE TABLE "restore_delivery" (
	"delivery_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restore_fence" (
	"environment" text PRIMARY KEY NOT NULL,
	"restored_at" timestamp with time zone NOT NULL,
	"backup_at" timestamp with time zone NOT NULL,
	"guards" text NOT NULL,
	"opened_at" timestamp with time zone,
	"opened_by" text
);
--> statement-breakpoint
CREATE TABLE "restore_merchant" (
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"read_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"problem" jsonb,
	CONSTRAINT "restore_merchant_environment_merchant_id_pk" PRIMARY KEY("environment","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "restore_refund" (
	"environment" text NOT NULL,
	"terminal_id" text NOT NULL,
	"reference_number" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "restore_refund_environment_terminal_id_reference_number_pk" PRIMARY KEY("environment","terminal_id","reference_number")
);
--> statement-breakpoint
CREATE INDEX "restore_merchant_tried" ON "restore_merchant" USING btree ("environment","read_at","tried_at");--> statement-breakpoint
CREATE INDEX "restore_refund_merchant" ON "restore_refund" USING btree ("merchant_id");