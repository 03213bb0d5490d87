-- The role that serves may own nothing: what it needs of the schema and of the audit's removal it does by these functions,
-- as the role that migrates.

ALTER FUNCTION "ensure_transaction_month"(text, timestamp with time zone) SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
ALTER FUNCTION "ensure_delivery_month"(text, timestamp with time zone) SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint

-- Drops months of the ledger and of what was received, and nothing else.

CREATE FUNCTION "drop_months"("months" text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	other text;
BEGIN
	SELECT given INTO other FROM unnest(months) AS given WHERE given !~ '_(\d{6}|early)$' OR NOT EXISTS (
		SELECT FROM pg_inherits JOIN pg_class month ON month.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
		WHERE month.oid = to_regclass(quote_ident(given))
			AND parent.relname ~ '^(transaction|delivery|delivery_text|reconciliation|payment_notice)_(sandbox|demo|production)$');
	IF FOUND THEN
		RAISE EXCEPTION '% is no month', other USING ERRCODE = 'insufficient_privilege';
	END IF;
	EXECUTE 'DROP TABLE ' || (SELECT string_agg(quote_ident(given), ', ') FROM unnest(months) AS given);
END $$;
--> statement-breakpoint

-- Removes some of the oldest rows that a statement of removal covers; answers how many. Whoever only serves may write such a
-- statement, but cannot sign it without the keys, and so cannot remove what is younger than any retention allows.

CREATE FUNCTION "remove_audit_rows"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	removed integer;
BEGIN
	DELETE FROM audit WHERE id IN (
		SELECT id FROM audit WHERE id <= (SELECT max(last_id) FROM audit_anchor WHERE kind = 'removal')
			AND at < now() - interval '29 days' ORDER BY id LIMIT most);
	GET DIAGNOSTICS removed = ROW_COUNT;
	RETURN removed;
END $$;
--> statement-breakpoint

REVOKE EXECUTE ON FUNCTION "attach_partition"(text, text, text), "ensure_transaction_month"(text, timestamp with time zone),
	"ensure_delivery_month"(text, timestamp with time zone), "drop_months"(text[]), "remove_audit_rows"(integer) FROM PUBLIC;
