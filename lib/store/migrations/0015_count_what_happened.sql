CREATE TABLE "note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text NOT NULL,
	"text" "bytea" NOT NULL,
	"author_id" uuid NOT NULL,
	"author_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "overview_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"quarter" timestamp with time zone NOT NULL,
	"rows" integer NOT NULL,
	"amount_minor" numeric DEFAULT '0' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "overview_day" (
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"rows" bigint NOT NULL,
	"amount_minor" numeric NOT NULL,
	CONSTRAINT "overview_day_key" PRIMARY KEY("merchant_id","day","fact","kind","detail","currency")
);
--> statement-breakpoint
CREATE TABLE "payment_notice" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"paid_with" text NOT NULL,
	"card_brand" text NOT NULL,
	"currency" text NOT NULL,
	"amount_minor" bigint,
	"delay_seconds" integer
);
--> statement-breakpoint
ALTER TABLE "payment_notice" ADD CONSTRAINT "payment_notice_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_subject" ON "note" USING btree ("merchant_id","subject_key","created_at");--> statement-breakpoint
CREATE INDEX "overview_day_empty" ON "overview_day" USING btree ("merchant_id") WHERE "overview_day"."rows" = 0;--> statement-breakpoint
CREATE INDEX "payment_notice_paid" ON "payment_notice" USING btree ("merchant_id","paid_with","card_brand");--> statement-breakpoint
CREATE INDEX "payment_notice_delay" ON "payment_notice" USING btree ("merchant_id","delay_seconds");--> statement-breakpoint
CREATE FUNCTION overview_quarter(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01T00:00:00Z')
$$;
--> statement-breakpoint
CREATE FUNCTION overview_delay(seconds integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN seconds <= 5 THEN '5' WHEN seconds <= 15 THEN '15' WHEN seconds <= 60 THEN '60' WHEN seconds <= 300 THEN '300'
    WHEN seconds <= 1800 THEN '1800' WHEN seconds <= 7200 THEN '7200' ELSE 'more' END
$$;
--> statement-breakpoint
CREATE FUNCTION overview_deliveries_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'received', verdict, overview_quarter(received_at), count(*) FROM came GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_came AFTER INSERT ON delivery REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_deliveries_came();
--> statement-breakpoint
CREATE FUNCTION overview_deliveries_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'received', verdict, overview_quarter(received_at), -count(*) FROM went GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_went AFTER DELETE ON delivery REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_deliveries_went();
--> statement-breakpoint
CREATE FUNCTION overview_delivery_judged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows) VALUES
    (OLD.environment, OLD.merchant_id, 'received', OLD.verdict, overview_quarter(OLD.received_at), -1),
    (NEW.environment, NEW.merchant_id, 'received', NEW.verdict, overview_quarter(NEW.received_at), 1);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_judged AFTER UPDATE OF verdict ON delivery FOR EACH ROW
  WHEN (OLD.verdict IS DISTINCT FROM NEW.verdict) EXECUTE FUNCTION overview_delivery_judged();
--> statement-breakpoint
CREATE FUNCTION overview_notices_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'paid', paid_with, card_brand, currency, overview_quarter(received_at), count(*), coalesce(sum(amount_minor), 0)
  FROM came GROUP BY 1, 2, 4, 5, 6, 7;
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'delay', overview_delay(delay_seconds), overview_quarter(received_at), count(*)
  FROM came WHERE delay_seconds IS NOT NULL GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_came AFTER INSERT ON payment_notice REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_notices_came();
--> statement-breakpoint
CREATE FUNCTION overview_notices_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'paid', paid_with, card_brand, currency, overview_quarter(received_at), -count(*), -coalesce(sum(amount_minor), 0)
  FROM went GROUP BY 1, 2, 4, 5, 6, 7;
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'delay', overview_delay(delay_seconds), overview_quarter(received_at), -count(*)
  FROM went WHERE delay_seconds IS NOT NULL GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_went AFTER DELETE ON payment_notice REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_notices_went();
--> statement-breakpoint
CREATE FUNCTION overview_notice_timed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.delay_seconds IS NOT NULL THEN
    INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
    VALUES (OLD.environment, OLD.merchant_id, 'delay', overview_delay(OLD.delay_seconds), overview_quarter(OLD.received_at), -1);
  END IF;
  IF NEW.delay_seconds IS NOT NULL THEN
    INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
    VALUES (NEW.environment, NEW.merchant_id, 'delay', overview_delay(NEW.delay_seconds), overview_quarter(NEW.received_at), 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_timed AFTER UPDATE OF delay_seconds ON payment_notice FOR EACH ROW
  WHEN (OLD.delay_seconds IS DISTINCT FROM NEW.delay_seconds) EXECUTE FUNCTION overview_notice_timed();
--> statement-breakpoint
CREATE FUNCTION payment_notice_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_notice SET delay_seconds = (
    SELECT least(greatest(extract(epoch FROM payment_notice.received_at - key.occurred_at), -86400), 31536000)::integer
    FROM transaction_key key WHERE key.merchant_id = NEW.merchant_id AND key.id = NEW.transaction_id)
  WHERE delivery_id = NEW.delivery_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_notice_joined AFTER UPDATE OF transaction_id ON ledger_join FOR EACH ROW
  WHEN (OLD.transaction_id IS DISTINCT FROM NEW.transaction_id) EXECUTE FUNCTION payment_notice_joined();
--> statement-breakpoint
CREATE FUNCTION overview_payments_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), count(*), coalesce(sum(amount_minor), 0)
  FROM came GROUP BY 1, 2, 4, 5, 6, 7;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_came AFTER INSERT ON payment REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_payments_came();
--> statement-breakpoint
CREATE FUNCTION overview_payments_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), -count(*), -coalesce(sum(amount_minor), 0)
  FROM went GROUP BY 1, 2, 4, 5, 6, 7;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_went AFTER DELETE ON payment REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_payments_went();
--> statement-breakpoint
CREATE FUNCTION overview_payment_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor) VALUES
    (OLD.environment, OLD.merchant_id, 'payment', OLD.status, OLD.kind, OLD.currency, overview_quarter(OLD.created_at), -1, -OLD.amount_minor),
    (NEW.environment, NEW.merchant_id, 'payment', NEW.status, NEW.kind, NEW.currency, overview_quarter(NEW.created_at), 1, NEW.amount_minor);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER overview_moved AFTER UPDATE OF status ON payment FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION overview_payment_moved();
--> statement-breakpoint
INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
SELECT environment, merchant_id, 'received', verdict, overview_quarter(received_at), count(*) FROM delivery GROUP BY 1, 2, 4, 5;
--> statement-breakpoint
INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), count(*), sum(amount_minor)
FROM payment GROUP BY 1, 2, 4, 5, 6, 7;
--> statement-breakpoint
INSERT INTO delivery_outbox (delivery_id) SELECT id FROM delivery WHERE verdict = 'valid' ORDER BY seq;
