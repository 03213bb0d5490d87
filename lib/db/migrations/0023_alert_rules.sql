CREATE TABLE "alert_rule" (
	"environment" text NOT NULL,
	"rule" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"thresholds" integer[],
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "alert_rule_environment_rule_pk" PRIMARY KEY("environment","rule")
);
--> statement-breakpoint
CREATE TABLE "alert_rule_exception" (
	"environment" text NOT NULL,
	"rule" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	CONSTRAINT "alert_rule_exception_rule_merchant_id_pk" PRIMARY KEY("rule","merchant_id")
);
--> statement-breakpoint
ALTER TABLE "alert_channel" ADD COLUMN "rules" text[];--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "alert_rule_exception" ADD CONSTRAINT "alert_rule_exception_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE cascade ON UPDATE no action;