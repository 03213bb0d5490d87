CREATE TABLE "payment_look" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_complete" boolean NOT NULL,
	"note" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_look_payment" ON "payment_look" USING btree ("payment_id","id");--> statement-breakpoint
CREATE FUNCTION "payment_refund_within_original"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	paid bigint;
	given bigint;
BEGIN
	SELECT amount_minor INTO paid FROM "payment"
		WHERE id = NEW.original_id AND kind = 'payment' AND merchant_id = NEW.merchant_id AND currency = NEW.currency FOR UPDATE;
	SELECT coalesce(sum(amount_minor), 0) INTO given FROM "payment"
		WHERE original_id = NEW.original_id AND id <> NEW.id AND status NOT IN ('failed', 'rejected', 'canceled');
	IF paid IS NULL OR given + NEW.amount_minor > paid THEN
		RAISE EXCEPTION 'a refund exceeds what is left of its payment'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_within_original', TABLE = 'payment';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "payment_refund_within_original" BEFORE INSERT OR UPDATE OF amount_minor, original_id, kind, currency, merchant_id ON "payment"
	FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION "payment_refund_within_original"();
