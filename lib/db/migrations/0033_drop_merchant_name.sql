-- Lists by name show merchants that are archived or those that are not, and each kind has an index of its own. The table is small,
-- and a step that waits gives up its place.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX IF EXISTS "merchant_name";