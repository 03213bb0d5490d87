-- What drizzle-kit cannot derive from lib/db/schema: partitions, functions and triggers.

-- Partitions
-- An environment has its own partition and below it one for each month, so that a month that is no longer kept is dropped at once.

CREATE FUNCTION "attach_partition"("parent" text, "name" text, "bounds" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	IF to_regclass(quote_ident(name)) IS NOT NULL THEN RETURN; END IF;
	PERFORM pg_advisory_xact_lock(4242010);
	IF EXISTS (SELECT FROM pg_class WHERE relname = name AND relnamespace = current_schema()::regnamespace) THEN RETURN; END IF;
	-- Attaching it locks less than making it in its place would.
	EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING GENERATED)', name, parent);
	EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES %s', parent, name, bounds);
END $$;
--> statement-breakpoint

-- Partitions of the ledger

CREATE TABLE "transaction_sandbox" PARTITION OF "transaction" FOR VALUES IN ('sandbox') PARTITION BY RANGE ("occurred_at");
CREATE TABLE "transaction_demo" PARTITION OF "transaction" FOR VALUES IN ('demo') PARTITION BY RANGE ("occurred_at");
CREATE TABLE "transaction_production" PARTITION OF "transaction" FOR VALUES IN ('production') PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint

-- Makes the month of a time when its first row comes; times before 2000 and from 2100 on share one partition each.

CREATE FUNCTION "ensure_transaction_month"("of_environment" text, "of_time" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	in_utc timestamp := of_time AT TIME ZONE 'UTC';
	first_month timestamp := '2000-01-01';
	end_month timestamp := '2100-01-01';
	parent text := 'transaction_' || of_environment;
	starts timestamp := date_trunc('month', in_utc);
BEGIN
	IF in_utc < first_month THEN
		PERFORM attach_partition(parent, parent || '_early', format('FROM (MINVALUE) TO (%L)', first_month || '+00'));
	ELSIF in_utc >= end_month THEN
		PERFORM attach_partition(parent, parent || '_late', format('FROM (%L) TO (MAXVALUE)', end_month || '+00'));
	ELSE
		PERFORM attach_partition(parent, parent || to_char(starts, '_YYYYMM'),
			format('FROM (%L) TO (%L)', starts || '+00', (starts + interval '1 month') || '+00'));
	END IF;
END $$;
--> statement-breakpoint

-- Partitions of what was received
-- Identifiers of deliveries begin with the time of arrival. What belongs to no month that was made is in the partition `other`:
-- nothing received is ever refused for want of a partition.

CREATE FUNCTION "first_id_at"("of_time" timestamp with time zone) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT (lpad(to_hex((extract(epoch FROM of_time) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
--> statement-breakpoint

-- Makes the month of a time ahead of it. One of which rows have come already stays without: they are where they are.

CREATE FUNCTION "ensure_delivery_month"("of_environment" text, "of_time" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	starts timestamp := date_trunc('month', of_time AT TIME ZONE 'UTC');
	first uuid := first_id_at(starts AT TIME ZONE 'UTC');
	ends uuid := first_id_at((starts + interval '1 month') AT TIME ZONE 'UTC');
	parent text;
	is_late boolean;
BEGIN
	IF to_regclass(quote_ident('delivery_' || of_environment || to_char(starts, '_YYYYMM'))) IS NOT NULL THEN RETURN; END IF;
	EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id >= $1 AND id < $2)', 'delivery_' || of_environment || '_other')
		INTO is_late USING first, ends;
	IF is_late THEN RETURN; END IF;
	FOREACH parent IN ARRAY ARRAY['payment_notice_', 'reconciliation_', 'delivery_text_', 'delivery_'] LOOP
		parent := parent || of_environment;
		PERFORM attach_partition(parent, parent || to_char(starts, '_YYYYMM'), format('FROM (%L) TO (%L)', first, ends));
	END LOOP;
END $$;
--> statement-breakpoint

DO $$
DECLARE
	parent text;
	of_environment text;
	name text;
BEGIN
	FOREACH parent IN ARRAY ARRAY['delivery', 'delivery_text', 'reconciliation', 'payment_notice'] LOOP
		-- The self-test's samples arrive in no environment.
		EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_elsewhere', parent);
	END LOOP;
	FOREACH of_environment IN ARRAY ARRAY['sandbox', 'demo', 'production'] LOOP
		FOREACH parent IN ARRAY ARRAY['delivery', 'delivery_text', 'reconciliation', 'payment_notice'] LOOP
			name := parent || '_' || of_environment;
			EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES IN (%L) PARTITION BY RANGE (%I)',
				name, parent, of_environment, CASE parent WHEN 'delivery' THEN 'id' ELSE 'delivery_id' END);
			EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', name || '_other', name);
		END LOOP;
		PERFORM ensure_delivery_month(of_environment, now());
		PERFORM ensure_delivery_month(of_environment, now() + interval '1 month');
	END LOOP;
END $$;
--> statement-breakpoint

-- What was derived from deliveries goes with them. It has no foreign keys: those would keep months from being dropped.

CREATE FUNCTION "forget_derived"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids constant uuid[] := ARRAY(SELECT id FROM went);
	derived text;
BEGIN
	FOREACH derived IN ARRAY ARRAY['payment_notice', 'reconciliation', 'delivery_text', 'unverified_number', 'delivery_problem'] LOOP
		IF cardinality(ids) <= 1000 THEN
			-- Planned with the values, only for the months that these are of.
			EXECUTE format('DELETE FROM %I WHERE delivery_id = ANY ($1)', derived) USING ids;
		ELSE
			EXECUTE format('DELETE FROM %I USING went WHERE delivery_id = went.id', derived);
		END IF;
	END LOOP;
	RETURN NULL;
END $$;

CREATE TRIGGER "forget_derived" AFTER DELETE ON "delivery" REFERENCING OLD TABLE AS went
	FOR EACH STATEMENT EXECUTE FUNCTION "forget_derived"();
--> statement-breakpoint

-- Marks events that contradict each other. Apart from what stores deliveries, which so touches this month alone.

CREATE FUNCTION "mark_conflict"("ids" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'UPDATE delivery SET conflict = true WHERE id = ANY ($1) AND NOT conflict' USING ids;
END $$;
--> statement-breakpoint

-- Refunds
-- Two refunds that are stored at the same moment must not give back more than was paid, and none is stored beside a reversal that was or may have been done.

CREATE FUNCTION "payment_refund_within_original"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	paid bigint;
	given bigint;
BEGIN
	SELECT amount_minor INTO paid FROM "payment"
		WHERE id = NEW.original_id AND kind = 'payment' AND merchant_id = NEW.merchant_id AND currency = NEW.currency FOR UPDATE;
	IF TG_OP = 'INSERT' AND NEW.status NOT IN ('failed', 'rejected', 'canceled') AND EXISTS (SELECT FROM "payment_operation"
		WHERE payment_id = NEW.original_id AND act LIKE 'reversal:%' AND state <> 'failed') THEN
		paid := NULL;
	END IF;
	SELECT coalesce(sum(amount_minor), 0) INTO given FROM "payment"
		WHERE original_id = NEW.original_id AND id <> NEW.id AND status NOT IN ('failed', 'rejected', 'canceled');
	IF paid IS NULL OR given + NEW.amount_minor > paid THEN
		RAISE EXCEPTION 'a refund exceeds what is left of its payment'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_refund_within_original', TABLE = 'payment';
	END IF;
	RETURN NEW;
END $$;

CREATE TRIGGER "payment_refund_within_original" BEFORE INSERT OR UPDATE OF amount_minor, original_id, kind, currency, merchant_id ON "payment"
	FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION "payment_refund_within_original"();
--> statement-breakpoint

-- A reversal takes back the whole payment: none beside a refund or another reversal that was or may have been done. Looked at when
-- the transaction ends, so that a key that is taken stays no error.

CREATE FUNCTION "payment_reversal_of_whole"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "payment" WHERE id = NEW.payment_id FOR UPDATE;
	IF EXISTS (SELECT FROM "payment" WHERE original_id = NEW.payment_id AND status NOT IN ('failed', 'rejected', 'canceled'))
		OR EXISTS (SELECT FROM "payment_operation" WHERE payment_id = NEW.payment_id AND id <> NEW.id AND act LIKE 'reversal:%' AND state <> 'failed') THEN
		RAISE EXCEPTION 'a payment of which something was given back cannot be reversed'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_reversal_of_whole', TABLE = 'payment_operation';
	END IF;
	RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "payment_reversal_of_whole" AFTER INSERT ON "payment_operation" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW.act LIKE 'reversal:%' AND NEW.state <> 'failed') EXECUTE FUNCTION "payment_reversal_of_whole"();
--> statement-breakpoint

-- Sums of the ledger
-- A list of all merchants reads sums of the whole environment. Many merchants are written at once, so each change of a day is noted
-- in its own transaction and folded into these sums a moment later: nobody waits for another one's row.

CREATE FUNCTION ledger_facet_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    SELECT id INTO NEW.kind_id FROM ledger_kind WHERE environment = NEW.environment AND type IS NOT DISTINCT FROM NEW.type
      AND sign = NEW.sign AND currency = NEW.currency AND is_folded = NEW.is_folded;
    EXIT WHEN FOUND;
    INSERT INTO ledger_kind (environment, type, sign, currency, is_folded)
      VALUES (NEW.environment, NEW.type, NEW.sign, NEW.currency, NEW.is_folded)
      ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER ledger_facet_of_kind BEFORE INSERT ON ledger_facet
  FOR EACH ROW EXECUTE FUNCTION ledger_facet_of_kind();

CREATE FUNCTION note_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came constant text := 'SELECT * FROM came';
  went constant text := 'SELECT facet_id, merchant_id, kind_id, day, -rows AS rows, -credit_minor AS credit_minor, -debit_minor AS debit_minor,
    amount_min, amount_max, first_at, last_at FROM went';
  changed constant text := CASE TG_OP WHEN 'INSERT' THEN came WHEN 'DELETE' THEN went ELSE came || ' UNION ALL ' || went END;
BEGIN
  EXECUTE format('INSERT INTO ledger_kind_change (kind_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
    SELECT kind_id, day, sum(rows), sum(credit_minor), sum(debit_minor), min(amount_min), max(amount_max), min(first_at), max(last_at)
    FROM (%s) changed GROUP BY 1, 2', changed);
  RETURN NULL;
END $$;

CREATE TRIGGER noted_came AFTER INSERT ON ledger_day REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_days();

CREATE TRIGGER noted_changed AFTER UPDATE ON ledger_day REFERENCING OLD TABLE AS went NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_days();

CREATE TRIGGER noted_went AFTER DELETE ON ledger_day REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION note_ledger_days();
--> statement-breakpoint

-- Counts of the overview
-- What is stored, corrected or removed is counted in its own transaction, so that nothing is counted twice or not at all.

-- Days of every zone are made of whole quarters of an hour.
CREATE FUNCTION overview_quarter(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_bin('15 minutes', at, '2000-01-01T00:00:00Z')
$$;

-- Delays are counted by their length, since no sum gives a median.
CREATE FUNCTION overview_delay(seconds integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN seconds <= 5 THEN '5' WHEN seconds <= 15 THEN '15' WHEN seconds <= 60 THEN '60' WHEN seconds <= 300 THEN '300'
    WHEN seconds <= 1800 THEN '1800' WHEN seconds <= 7200 THEN '7200' ELSE 'more' END
$$;
--> statement-breakpoint

-- Deliveries by verdict.

CREATE FUNCTION overview_deliveries_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
  SELECT environment, merchant_id, 'received', verdict, overview_quarter(received_at), count(*) FROM came GROUP BY 1, 2, 4, 5;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_came AFTER INSERT ON delivery REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_deliveries_came();

-- Of a table's deliveries, each counted once less: of the rows that a statement removed, or of a month that is dropped.
CREATE FUNCTION overview_less_deliveries(went text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows)
    SELECT environment, merchant_id, ''received'', verdict, overview_quarter(received_at), -count(*) FROM %I GROUP BY 1, 2, 4, 5', went)
$$;

CREATE FUNCTION overview_deliveries_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE overview_less_deliveries('went');
  RETURN NULL;
END $$;

CREATE TRIGGER overview_went AFTER DELETE ON delivery REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_deliveries_went();

CREATE FUNCTION overview_delivery_judged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, quarter, rows) VALUES
    (OLD.environment, OLD.merchant_id, 'received', OLD.verdict, overview_quarter(OLD.received_at), -1),
    (NEW.environment, NEW.merchant_id, 'received', NEW.verdict, overview_quarter(NEW.received_at), 1);
  RETURN NULL;
END $$;

CREATE TRIGGER overview_judged AFTER UPDATE OF verdict ON delivery FOR EACH ROW
  WHEN (OLD.verdict IS DISTINCT FROM NEW.verdict) EXECUTE FUNCTION overview_delivery_judged();
--> statement-breakpoint

-- Payment notifications by payment method and by delay.

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

CREATE TRIGGER overview_came AFTER INSERT ON payment_notice REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_notices_came();

CREATE FUNCTION overview_less_notices(went text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
    SELECT environment, merchant_id, ''paid'', paid_with, card_brand, currency, overview_quarter(received_at), -count(*), -coalesce(sum(amount_minor), 0)
    FROM %1$I GROUP BY 1, 2, 4, 5, 6, 7
    UNION ALL
    SELECT environment, merchant_id, ''delay'', overview_delay(delay_seconds), '''', '''', overview_quarter(received_at), -count(*), 0
    FROM %1$I WHERE delay_seconds IS NOT NULL GROUP BY 1, 2, 4, 7', went)
$$;

CREATE FUNCTION overview_notices_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE overview_less_notices('went');
  RETURN NULL;
END $$;

CREATE TRIGGER overview_went AFTER DELETE ON payment_notice REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_notices_went();

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

CREATE TRIGGER overview_timed AFTER UPDATE OF delay_seconds ON payment_notice FOR EACH ROW
  WHEN (OLD.delay_seconds IS DISTINCT FROM NEW.delay_seconds) EXECUTE FUNCTION overview_notice_timed();

-- Takes a month of deliveries, which is dropped, out of the counts; answers how many there are.
CREATE FUNCTION overview_less_month(deliveries text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  removed bigint;
BEGIN
  EXECUTE overview_less_notices(regexp_replace(deliveries, '^delivery', 'payment_notice'));
  EXECUTE overview_less_deliveries(deliveries);
  EXECUTE format('SELECT count(*) FROM %I', deliveries) INTO removed;
  RETURN removed;
END $$;
--> statement-breakpoint

-- A notification has a delay as soon as its transaction is found.

CREATE FUNCTION payment_notice_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_notice SET delay_seconds = (
    SELECT least(greatest(extract(epoch FROM payment_notice.received_at - key.occurred_at), -86400), 31536000)::integer
    FROM transaction_key key WHERE key.merchant_id = NEW.merchant_id AND key.id = NEW.transaction_id)
  WHERE delivery_id = NEW.delivery_id AND environment = NEW.environment;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_notice_joined AFTER UPDATE OF transaction_id ON reconciliation FOR EACH ROW
  WHEN (OLD.transaction_id IS DISTINCT FROM NEW.transaction_id) EXECUTE FUNCTION payment_notice_joined();
--> statement-breakpoint

-- Payments taken from here, by status.

CREATE FUNCTION overview_payments_came() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), count(*), coalesce(sum(amount_minor), 0)
  FROM came GROUP BY 1, 2, 4, 5, 6, 7;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_came AFTER INSERT ON payment REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION overview_payments_came();

CREATE FUNCTION overview_payments_went() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor)
  SELECT environment, merchant_id, 'payment', status, kind, currency, overview_quarter(created_at), -count(*), -coalesce(sum(amount_minor), 0)
  FROM went GROUP BY 1, 2, 4, 5, 6, 7;
  RETURN NULL;
END $$;

CREATE TRIGGER overview_went AFTER DELETE ON payment REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION overview_payments_went();

CREATE FUNCTION overview_payment_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO overview_change (environment, merchant_id, fact, kind, detail, currency, quarter, rows, amount_minor) VALUES
    (OLD.environment, OLD.merchant_id, 'payment', OLD.status, OLD.kind, OLD.currency, overview_quarter(OLD.created_at), -1, -OLD.amount_minor),
    (NEW.environment, NEW.merchant_id, 'payment', NEW.status, NEW.kind, NEW.currency, overview_quarter(NEW.created_at), 1, NEW.amount_minor);
  RETURN NULL;
END $$;

CREATE TRIGGER overview_moved AFTER UPDATE OF status ON payment FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION overview_payment_moved();
--> statement-breakpoint

-- Which endpoints changed, for the receivers that hold them in memory.

CREATE FUNCTION notify_endpoint_changed(changed text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO notify_endpoint_change (endpoint_id, xid) VALUES (changed, pg_current_xact_id())
  ON CONFLICT (endpoint_id) DO UPDATE SET xid = excluded.xid
$$;
--> statement-breakpoint

CREATE FUNCTION notify_endpoint_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_endpoint_changed(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END $$;

CREATE TRIGGER notify_endpoint_touched AFTER INSERT OR UPDATE OR DELETE ON notify_endpoint
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_touched();

CREATE FUNCTION notify_endpoint_part_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_endpoint_changed(CASE WHEN TG_OP = 'DELETE' THEN OLD.endpoint_id ELSE NEW.endpoint_id END);
  RETURN NULL;
END $$;

CREATE TRIGGER notify_endpoint_touched AFTER INSERT OR UPDATE OR DELETE ON notify_certificate
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_part_touched();

CREATE TRIGGER notify_endpoint_touched AFTER INSERT OR UPDATE OR DELETE ON forward_target
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_part_touched();

CREATE FUNCTION notify_endpoint_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_endpoint_changed(id) FROM notify_endpoint WHERE merchant_id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER notify_endpoint_renamed AFTER UPDATE OF slug OR DELETE ON merchant
  FOR EACH ROW EXECUTE FUNCTION notify_endpoint_renamed();
--> statement-breakpoint

-- Background sync knows each merchant from its first moment, whoever adds it.

CREATE FUNCTION ledger_sync_follows_merchant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO ledger_sync (merchant_id, environment) VALUES (NEW.id, NEW.environment);
  ELSE
    DELETE FROM ledger_sync WHERE merchant_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_sync_follows_merchant AFTER INSERT OR DELETE ON merchant
  FOR EACH ROW EXECUTE FUNCTION ledger_sync_follows_merchant();

-- Other credentials or another connection may work where the last ones did not.

CREATE FUNCTION ledger_sync_tries_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'merchant' THEN
    UPDATE ledger_sync SET due_at = now(), failures = 0, problem = NULL WHERE merchant_id = NEW.id;
  ELSE
    UPDATE ledger_sync SET due_at = now(), failures = 0, problem = NULL
      WHERE environment = NEW.id AND problem IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_sync_tries_again AFTER UPDATE OF credential_fingerprint ON merchant
  FOR EACH ROW WHEN (OLD.credential_fingerprint <> NEW.credential_fingerprint)
  EXECUTE FUNCTION ledger_sync_tries_again();
--> statement-breakpoint
CREATE TRIGGER ledger_sync_tries_again AFTER UPDATE OF credential_fingerprint, base_url ON environment
  FOR EACH ROW WHEN (OLD.credential_fingerprint <> NEW.credential_fingerprint OR OLD.base_url <> NEW.base_url)
  EXECUTE FUNCTION ledger_sync_tries_again();
