CREATE TABLE "alert_member" (
	"alert_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "alert_member_key" PRIMARY KEY("alert_id","merchant_id")
);
--> statement-breakpoint
ALTER TABLE "alert_member" ADD CONSTRAINT "alert_member_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;